import { type CsvRecord, csvReader } from '#domain/csv.ts';
import { CommandError } from '#server/command-error.ts';
import { cellPicker, csvText, expectedHeader } from '../csv-file.ts';
import { type CreatorRow, checkCreatorRow, creatorColumns, moreCreatorColumns } from './creator-row.ts';

/** Some hundred thousand accounts: it is read whole. */
const mostBytes = 20_000_000;

export interface CreatorsRead {
  rows: (CreatorRow & { line: number })[];
  refused: { line: number; reason: string }[];
}

const wanted = `${expectedHeader(creatorColumns)} Optional columns: ${moreCreatorColumns.join(', ')}.`;

/**
 * Reads a file of creators, an account in each row.
 * @throws {CommandError} when it isn't text in UTF-8, is too long, or its first line doesn't name the columns
 */
export async function readCreators(bytes: AsyncIterable<Uint8Array>): Promise<CreatorsRead> {
  const reader = csvReader();
  const records: CsvRecord[] = [];
  for await (const text of csvText(bytes, mostBytes)) records.push(...reader.push(text));
  records.push(...reader.end());
  const [header, ...rows] = records;
  if (header === undefined) throw new CommandError(`The file is empty. ${wanted}`);
  if (header.problem !== null) throw new CommandError(`The first line can't be read: ${header.problem} ${wanted}`);
  const names = header.cells.map((cell) => cell.trim());
  const missing = creatorColumns.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new CommandError(`These columns are missing: ${missing.join(', ')}. ${wanted}`);
  const pick = cellPicker([...creatorColumns, ...moreCreatorColumns], names);
  const read: CreatorsRead = { rows: [], refused: [] };
  for (const { line, cells, problem } of rows) {
    const checked = problem === null ? checkCreatorRow(pick(cells)) : { reason: problem };
    if ('reason' in checked) read.refused.push({ line, reason: checked.reason });
    else read.rows.push({ line, ...checked });
  }
  return read;
}
