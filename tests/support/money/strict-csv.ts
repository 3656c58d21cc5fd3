/**
 * Parses a CSV file as strictly as RFC 4180: every line ends with CRLF, all have the same number of cells, and quotes
 * surround whole cells or are absent. It has its own grammar, so that it shares no bugs with the file's writer.
 * @throws Error with the position of the first violation
 */
export function readStrictCsv(text: string): string[][] {
  const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    cell.lastIndex = at;
    const [whole = '', quoted, plain = ''] = cell.exec(text) ?? [];
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    if (!text.startsWith('\r\n', at)) throw new Error(`Expected a comma or CRLF at ${at}, row ${rows.length + 1}`);
    at += 2;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) throw new Error('The last line has no end');
  const [first = []] = rows;
  for (const [i, { length }] of rows.entries()) {
    if (length !== first.length) throw new Error(`Row ${i + 1} has ${length} cells, not ${first.length}`);
  }
  return rows;
}
