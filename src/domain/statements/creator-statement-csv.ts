import type { CreatorStatement } from '#contract/creator/creator-money.ts';
import { dayOf } from '../time/period.ts';
import { csvLine, csvStart } from './csv-line.ts';
import { fileNamePart } from './file-name.ts';

const columns = ['date', 'description', 'views', 'usdPer1000Views', 'earnedUsd', 'paidUsd'] as const;

/** A creator's statement as CSV: a line for each day with earnings, and for each payment. */
export const creatorStatementCsv = ({ lines, cpmCents, payments }: CreatorStatement): string =>
  [
    csvStart(columns),
    ...lines.map(({ day, views, earnedCents, note }) =>
      csvLine([
        day,
        note ?? 'Views',
        views,
        views === null || cpmCents === null ? null : cpmCents / 100,
        earnedCents / 100,
        null,
      ]),
    ),
    ...payments.map(({ paidAt, amountCents }) => csvLine([dayOf(paidAt), 'Paid', null, null, null, amountCents / 100])),
  ].join('');

/** `Afield_Earnings_{campaign}.csv`, safe on any file system. */
export const creatorStatementFileName = (campaignName: string): string =>
  `Afield_Earnings_${fileNamePart(campaignName)}.csv`;
