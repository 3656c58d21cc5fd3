/** A spreadsheet would run what begins so (https://owasp.org/www-community/attacks/CSV_Injection). */
const formula = /^[=+\-@\t\r]/;
/** Characters that would end a cell, and blanks at its ends, which some readers take away. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** A cell: text as text that no spreadsheet runs, a number as it is, with its minus. */
function cellOf(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = formula.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One record of comma-separated values (RFC 4180), with its line break. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** First line of a file: the byte order mark, by which spreadsheets know UTF-8, and the names of the columns. */
export const csvStart = (columns: readonly string[]): string => `\uFEFF${csvLine(columns)}`;
