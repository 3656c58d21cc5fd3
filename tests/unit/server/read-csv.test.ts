import { describe, expect, test } from 'vitest';
import { readCsv } from '#server/services/shared/csv/read-csv.ts';
import { pieces } from '#tests/support/calls/metrics.ts';

/** Rows of a file with the columns Name and Views, read in chunks of this size. */
async function rowsOf(content: string | Uint8Array, pieceBytes = 1_000) {
  const rows: string[] = [];
  const options = { columns: ['Name', 'Views'] as const, optional: [], maxBytes: 1_000_000 };
  for await (const { header, records } of readCsv<'Name' | 'Views'>(pieces(content, pieceBytes), options)) {
    for (const { line, cells, problem } of records) {
      const { Name, Views } = header.pick(cells);
      rows.push(problem === null ? `${line} ${Name} ${Views}` : `${line} ${problem}`);
    }
  }
  return rows;
}
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('any format and any chunks', () => {
  test.each<[string, string | Uint8Array]>([
    ['commas', 'Name,Views\nAdé,"1,2"\n'],
    ['semicolons', 'Name;Views\nAdé;1,2\n'],
    ['semicolons, with a comma in another column’s name', 'Likes, all;Name;Views\n3;Adé;1,2\n'],
    ['tabs', 'Name\tViews\nAdé\t1,2\n'],
    ['UTF-16, little-endian', Buffer.from('\uFEFFName,Views\nAdé,"1,2"\n', 'utf16le')],
    ['UTF-16, big-endian', utf16be('\uFEFFName,Views\nAdé,"1,2"\n')],
    ['a byte order mark in UTF-8', '\uFEFFName,Views\nAdé,"1,2"\n'],
    ['column names in another case, with invisible characters', '\u200bNAME, views\u00a0\nAdé,"1,2"\n'],
    ['an unused column twice', 'Other,Name,Views,Other\n1,Adé,"1,2",2\n'],
  ])('%s', async (_, content) => {
    for (const bytes of [1, 3, 1_000]) expect(await rowsOf(content, bytes)).toEqual(['2 Adé 1,2']);
  });

  test.each([
    ['sep=;\r\nName;Views\r\nAda;1\r\n', ['3 Ada 1']],
    ['\uFEFF"SEP=\t"\nName\tViews\nAda\t1\n', ['3 Ada 1']],
    ['sep=,\n\nName,Views\nAda,1\nBo\n', ['4 Ada 1', '5 Expected 2 cells, found 1.']],
  ])('a line that names the separator is skipped, and later lines keep their numbers: %j', async (text, rows) => {
    expect(await rowsOf(text)).toEqual(rows);
  });

  test('a file longer than the part that the separator is detected from', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `Ada;${at}`);
    const read = await rowsOf(['Name;Views', ...rows].join('\n'), 50_000);
    expect([read.length, read.at(-1)]).toEqual([20_000, '20001 Ada 19999']);
  });
});

describe('unreadable tables', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['titles above the names', 'Report\n\nMarch;2026\nName;Views\n', /^Line 1 is “Report”, .* are in line 4\. Delete/],
    ['a title that is long', `${'t'.repeat(200)}\nName,Views\n`, /^Line 1 is “t{80}…”, but/],
    ['a title below the separator’s line', 'sep=;\nReport\nName;Views\n', /^Line 2 is “Report”, .* in line 3\./],
    ['unknown names', 'a,b\nc,d\n', /^The first line, “a,b”, has none of the column names\. Expected/],
    ['an unsupported separator', 'sep=|\nName|Views\n', /^The first line names the separator “\|”\. Expected a/],
    ['Excel’s older files', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /^The file is a spreadsheet, not text\./],
    ['a single byte', Uint8Array.from([0xe9]), /^Line 1 isn’t UTF-8 text\./],
    ['nothing', '', /^The file is empty\. Expected a first line with these columns, .*: Name, Views\.$/],
    ['the separator’s line alone', 'sep=,', /^The file is empty\./],
  ])('%s', async (_, content, message) => {
    for (const bytes of [1, 1_000]) await expect(rowsOf(content, bytes)).rejects.toThrow(message);
  });

  test('invalid UTF-8 is reported with its line, wherever the file is split', async () => {
    const text = Buffer.from('Name,Views\r\nAd\u00e9,1\r\n"B\nx",2\rC\u00e9,3\r\n');
    const bad = Buffer.concat([text, Buffer.from('Andr\u00e9,1\n', 'latin1')]);
    for (let bytes = 1; bytes <= bad.length; bytes += 1) {
      await expect(rowsOf(bad, bytes)).rejects.toThrow(/^Line 6 isn’t UTF-8 text\. The file may have a Windows/);
    }
  });
});
