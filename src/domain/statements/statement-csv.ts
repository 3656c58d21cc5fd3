import type { Statement } from '#contract/brand/statement.ts';
import { csvLine, csvStart } from './csv-line.ts';
import { fileNamePart } from './file-name.ts';

const columns = ['date', 'description', 'amountUsd', 'balanceUsd', 'reference'] as const;

/** A statement as CSV, with one line per movement. Dates are in UTC. */
export const statementCsv = ({ lines }: Pick<Statement, 'lines'>): string =>
  csvStart(columns) +
  lines
    .map(({ id, at, description, amountCents, balanceCents }) =>
      csvLine([at.slice(0, 10), description, amountCents / 100, balanceCents / 100, id]),
    )
    .join('');

/** `Afield_Statement_{brand}_{YYYY-MM}.csv`, safe on any file system. */
export const statementFileName = (brandName: string, { month }: Pick<Statement, 'month'>): string =>
  `Afield_Statement_${fileNamePart(brandName)}_${month}.csv`;
