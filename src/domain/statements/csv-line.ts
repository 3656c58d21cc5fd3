/**
 * Spreadsheets would execute a cell that begins with one of these characters
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const formula = /^[=+\-@\t\r]/;
/** Characters that would end a cell, and leading or trailing spaces, which some readers strip. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** Formats a cell: text is escaped so no spreadsheet executes it; a number keeps its minus sign. */
function cellOf(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = formula.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One CSV record (RFC 4180), with its line break. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** First line of a file: the byte order mark, which makes spreadsheets detect UTF-8, and the column names. */
export const csvStart = (columns: readonly string[]): string => `\uFEFF${csvLine(columns)}`;
