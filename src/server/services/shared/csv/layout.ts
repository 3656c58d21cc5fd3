import { visibleText } from '#domain/shared/visible-text.ts';
import { type CsvSeparator, csvReader, csvSeparators } from '#domain/statements/csv.ts';
import { CommandError } from '#server/errors/command-error.ts';

interface Layout {
  separator: CsvSeparator;
  /** Start of the header, or of blank lines before it, as an index and as a line number. */
  start: number;
  line: number;
}

/** Excel's line that declares the separator; it isn't a row. */
const separatorLine = /^\uFEFF?"?sep=([^\r\n])"?[^\S\r\n]*(?:\r\n|\r|\n|$)/i;

/** Number of lines searched for column names if the first line has none. */
const maxTitleLines = 20;

/** Normalizes a column's name for comparison. */
export const columnKey = (name: string): string => visibleText(name).toLowerCase();

/**
 * Detects a file's layout from its first 64 KB.
 * @param columns expected column names
 * @throws {CommandError} if the names are on another line, or the text isn't CSV
 */
export function csvLayout(head: string, columns: readonly string[]): Layout {
  const [declaration = '', declared] = separatorLine.exec(head) ?? [];
  const rest = head.slice(declaration.length);
  const line = declaration === '' ? 1 : 2;
  const known = new Set(columns.map(columnKey));
  const [separator, names] = bestSeparator(rest, known, separatorNamed(declared));
  if (names === 0) expectNoHeaderBelow(rest, line, known);
  return { separator, start: declaration.length, line };
}

function separatorNamed(declared: string | undefined): readonly CsvSeparator[] {
  if (declared === undefined) return csvSeparators;
  const named = csvSeparators.filter((separator) => separator === declared);
  if (named.length > 0) return named;
  throw new CommandError(`The first line names the separator “${declared}”. Expected a comma, a semicolon or a tab.`);
}

/** Returns the separator with which the first line has the most known names, and their number. */
function bestSeparator(
  text: string,
  known: ReadonlySet<string>,
  separators: readonly CsvSeparator[],
): [separator: CsvSeparator, names: number] {
  const found = separators.map((separator): [CsvSeparator, number] => {
    const reader = csvReader({ separator });
    const [header] = [...reader.push(text), ...reader.end()];
    return [separator, header?.cells.filter((cell) => known.has(columnKey(cell))).length ?? 0];
  });
  return found.reduce((best, each) => (each[1] > best[1] ? each : best), found[0] ?? [',', 0]);
}

/** @throws {CommandError} if there are lines such as a title above the column names */
function expectNoHeaderBelow(text: string, from: number, known: ReadonlySet<string>) {
  const lines = text.split(/\r\n|\r|\n/).slice(0, maxTitleLines);
  const first = lines.findIndex((each) => visibleText(each) !== '');
  const below = lines.findIndex((each) => bestSeparator(each, known, csvSeparators)[1] > 1);
  if (below === -1) return;
  const title = shownLine(lines[first] ?? '');
  throw new CommandError(
    `Line ${from + first} is ${title}, but the column names are in line ${from + below}. Delete the lines above them.`,
  );
}

/** Quotes part of a line. */
export function shownLine(line: string): string {
  const text = visibleText(line);
  return `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`;
}
