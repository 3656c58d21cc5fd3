import { csvReader } from '../../../domain/csv.ts';
import { CommandError } from '../../command-error.ts';
import { type CreatorRow, checkCreatorRow, creatorColumns } from './creator-row.ts';

/** Some hundred thousand accounts: it is read whole. */
const mostBytes = 20_000_000;

export interface CreatorsRead {
  rows: (CreatorRow & { line: number })[];
  refused: { line: number; reason: string }[];
}

const expectedHeader = `Expected a first line with these columns, in any order, separated by commas: ${creatorColumns.join(', ')}.`;

/**
 * Reads a file of creators, an account in each row.
 * @throws {CommandError} when it isn't text in UTF-8, is too long, or its first line doesn't name the columns
 */
export async function readCreators(bytes: AsyncIterable<Uint8Array>): Promise<CreatorsRead> {
  const reader = csvReader();
  const records = [...reader.push(await textOf(bytes)), ...reader.end()];
  const [header, ...rows] = records;
  if (header === undefined) throw new CommandError(`The file is empty. ${expectedHeader}`);
  if (header.problem !== null)
    throw new CommandError(`The first line can't be read: ${header.problem} ${expectedHeader}`);
  const names = header.cells.map((cell) => cell.trim());
  const missing = creatorColumns.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new CommandError(`These columns are missing: ${missing.join(', ')}. ${expectedHeader}`);
  const read: CreatorsRead = { rows: [], refused: [] };
  for (const { line, cells, problem } of rows) {
    const pick = (column: string) => cells[names.indexOf(column)] ?? '';
    const checked =
      problem === null
        ? checkCreatorRow(Object.fromEntries(creatorColumns.map((column) => [column, pick(column)])) as never)
        : { reason: problem };
    if ('reason' in checked) read.refused.push({ line, reason: checked.reason });
    else read.rows.push({ line, ...checked });
  }
  return read;
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > mostBytes) throw new CommandError(`The file is too long. Expected at most ${mostBytes / 1e6} MB.`);
    pieces.push(piece);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new CommandError('The file is not text in UTF-8. Expected comma-separated values, saved as UTF-8.');
  }
}
