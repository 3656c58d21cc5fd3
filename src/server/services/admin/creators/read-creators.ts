import { readCsv } from '#server/services/shared/csv/read-csv.ts';
import {
  type CreatorColumn,
  type CreatorRow,
  checkCreatorRow,
  creatorColumns,
  moreCreatorColumns,
} from './creator-row.ts';

/** Several hundred thousand accounts. The limit exists because the file is read into memory. */
const maxBytes = 20_000_000;

export interface CreatorsRead {
  rows: (CreatorRow & { line: number })[];
  refused: { line: number; reason: string }[];
}

/**
 * Reads a file of creators, with one account per row.
 * @throws {CommandError} if it is too long, or isn't a table with these columns
 */
export async function readCreators(bytes: AsyncIterable<Uint8Array>): Promise<CreatorsRead> {
  const read: CreatorsRead = { rows: [], refused: [] };
  const columns = { columns: creatorColumns, optional: moreCreatorColumns };
  for await (const { header, records } of readCsv<CreatorColumn>(bytes, { ...columns, maxBytes })) {
    for (const { line, cells, problem } of records) {
      const checked = problem === null ? checkCreatorRow(header.pick(cells)) : { reason: problem };
      if ('reason' in checked) read.refused.push({ line, reason: checked.reason });
      else read.rows.push({ line, ...checked });
    }
  }
  return read;
}
