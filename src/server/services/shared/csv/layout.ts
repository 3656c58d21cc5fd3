import { visibleText } from '#domain/shared/visible-text.ts';
import { type CsvSeparator, csvReader, csvSeparators } from '#domain/statements/csv.ts';
import { CommandError } from '#server/errors/command-error.ts';

interface Layout {
  separator: CsvSeparator;
  /** Index at which the header begins, or blank lines before it, and the number of that line. */
  start: number;
  line: number;
}

/** Excel's line that names the separator; it is no row. */
const separatorLine = /^\uFEFF?"?sep=([^\r\n])"?[^\S\r\n]*(?:\r\n|\r|\n|$)/i;

/** Lines in which column names are looked for if the first line has none. */
const mostTitleLines = 20;

/** A column's name as it is compared. */
export const columnKey = (name: string): string => visibleText(name).toLowerCase();

/**
 * Finds out how a file is written, from its first 64 KB.
 * @param columns the names that its header should have
 * @throws {CommandError} if another line has the names, or the text is no CSV
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

/** The separator by which the first line has the most of the names, and how many it has. */
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

/** @throws {CommandError} if lines such as a title are above the column names */
function expectNoHeaderBelow(text: string, from: number, known: ReadonlySet<string>) {
  const lines = text.split(/\r\n|\r|\n/).slice(0, mostTitleLines);
  const first = lines.findIndex((each) => visibleText(each) !== '');
  const below = lines.findIndex((each) => bestSeparator(each, known, csvSeparators)[1] > 1);
  if (below === -1) return;
  const title = shownLine(lines[first] ?? '');
  throw new CommandError(
    `Line ${from + first} is ${title}, but the column names are in line ${from + below}. Delete the lines above them.`,
  );
}

/** Part of a line, quoted. */
export function shownLine(line: string): string {
  const text = visibleText(line);
  return `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`;
}
