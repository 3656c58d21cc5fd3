import { type CsvRecord, csvReader } from '#domain/statements/csv.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { decodeText } from './decode-text.ts';
import { columnKey, csvLayout, shownLine } from './layout.ts';

interface Columns<Column extends string> {
  columns: readonly Column[];
  /** Columns that a file may have in addition. */
  optional?: readonly Column[];
}

interface Options<Column extends string> extends Columns<Column> {
  maxBytes: number;
  /** Appended to the error message for a file that is too long. */
  advice?: string;
}

/** Picks a row's cells by column, and lists the unknown columns. */
interface Header<Column extends string> {
  pick(cells: readonly string[]): Record<Column, string>;
  unread: readonly string[];
}

/** Number of characters from which the layout is detected, more than the longest record that the reader accepts. */
const headLength = 65_536;

/**
 * Reads a table as it streams in: cells separated by commas, semicolons or tabs, with column names in any order and case.
 * @yields the rows completed by each chunk of the file, with the header
 * @throws {CommandError} before the first row if the file isn't such a table
 */
export async function* readCsv<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, advice, ...expected }: Options<Column>,
): AsyncGenerator<{ header: Header<Column>; records: CsvRecord[] }> {
  const names = [...expected.columns, ...(expected.optional ?? [])];
  let head = '';
  let reader: ReturnType<typeof csvReader> | null = null;
  let header: Header<Column> | null = null;
  const begin = () => {
    const { separator, start, line } = csvLayout(head, names);
    reader = csvReader({ separator, line });
    return reader.push(head.slice(start));
  };
  const rowsOf = (records: CsvRecord[]) => {
    if (header !== null) return records;
    const [first, ...rows] = records;
    if (first !== undefined) header = readHeader(first, expected, head);
    return rows;
  };
  const read = (text: string) => {
    if (reader !== null) return reader.push(text);
    head += text;
    return head.length < headLength ? [] : begin();
  };
  const end = () => [...(reader === null ? begin() : []), ...(reader?.end() ?? [])];

  for await (const text of decodeText(bytes, maxBytes, advice)) {
    const records = rowsOf(read(text));
    if (header !== null) yield { header, records };
  }
  const records = rowsOf(end());
  if (header === null) throw new CommandError(`The file is empty. ${expectedHeader(expected)}`);
  yield { header, records };
}

function readHeader<Column extends string>(
  { cells, problem, line }: CsvRecord,
  expected: Columns<Column>,
  head: string,
): Header<Column> {
  const { columns, optional = [] } = expected;
  const wanted = expectedHeader(expected);
  if (problem !== null) throw new CommandError(`The first line can't be read: ${problem} ${wanted}`);
  const keys = cells.map(columnKey);
  const isMissing = (column: string) => !keys.includes(columnKey(column));
  if (columns.every(isMissing)) {
    const text = head.split(/\r\n|\r|\n/)[line - 1] ?? '';
    const cause = text.includes('\0') ? ' It may be UTF-16 without a byte order mark: save the file in UTF-8.' : '';
    throw new CommandError(`The first line, ${shownLine(text)}, has none of the column names.${cause} ${wanted}`);
  }
  const faults = [
    ['missing', columns.filter(isMissing)],
    ['duplicated', columns.filter((column) => keys.indexOf(columnKey(column)) !== keys.lastIndexOf(columnKey(column)))],
  ] as const;
  const found = faults.flatMap(([fault, names]) => (names.length > 0 ? [`${fault}: ${names.join(', ')}`] : []));
  if (found.length > 0) throw new CommandError(`These columns are ${found.join('; ')}. ${wanted}`);
  const places = [...columns, ...optional].map((column) => [column, keys.indexOf(columnKey(column))] as const);
  const known = new Set([...columns, ...optional].map(columnKey));
  return {
    pick: (row) => Object.fromEntries(places.map(([column, at]) => [column, row[at] ?? ''])) as Record<Column, string>,
    unread: cells.filter((cell) => columnKey(cell) !== '' && !known.has(columnKey(cell))).map((cell) => cell.trim()),
  };
}

const expectedHeader = ({ columns, optional = [] }: Columns<string>): string => {
  const more = optional.length > 0 ? ` Optional columns: ${optional.join(', ')}.` : '';
  return `Expected a first line with these columns, in any order, separated by commas: ${columns.join(', ')}.${more}`;
};
