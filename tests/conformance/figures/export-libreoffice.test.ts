import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyticsCsvColumns, analyticsCsvLines, analyticsCsvStart } from '#domain/figures/analytics-csv.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { aPostRow } from '#tests/unit/domain/examples.ts';

const isThere = spawnSync('soffice', ['--version']).status === 0;

describe.skipIf(!isThere)('an export opened in LibreOffice (skipped where soffice is missing)', () => {
  const names = ['=1+1', '+1+1', '-1+1', '@SUM(1;1)', '\t=1+1', '\r=1+1', '=HYPERLINK("http://a.test";"b")', ' =1+1'];
  const plain = ['a, "b"\nc', 'Käse 💥', "'=1"];

  /** The cells as a spreadsheet shows them, and the number of formulas it found. */
  function open(text: string): { rows: string[][]; formulas: number } {
    const folder = newFolder();
    writeFileSync(join(folder, 'export.csv'), text);
    // The settings of its import dialog: UTF-8 by the byte order mark, and formulas are evaluated.
    const filter = 'Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,0,true';
    const options = ['--headless', `--infilter=${filter}`, '--convert-to', 'fods', '--outdir', folder];
    const args = [...options, join(folder, 'export.csv')];
    // Settings are stored in the home directory, and this one is empty.
    const run = spawnSync('soffice', args, { env: { ...process.env, HOME: folder }, timeout: 120_000 });
    expect(run.status).toBe(0);
    const sheet = readFileSync(join(folder, 'export.fods'), 'utf8');
    const rows = sheet.match(/<table:table-row\b.*?<\/table:table-row>/gs) ?? [];
    const textOf = (cell: string) =>
      (cell.match(/<text:p>.*?<\/text:p>/gs) ?? []).map((line) => line.replace(/<[^>]+>/g, ''));
    return {
      rows: rows.map((row) =>
        (row.match(/<table:table-cell\b(?:[^>]*\/>|.*?<\/table:table-cell>)/gs) ?? []).map((cell) =>
          textOf(cell).join('\n').trim(),
        ),
      ),
      formulas: sheet.match(/table:formula=/g)?.length ?? 0,
    };
  }

  test('has 17 columns, a row for each post, and no formula', () => {
    const posts = [...names, ...plain].map((name) =>
      aPostRow({ socialUsername: name, userLastName: name, campaignName: name, brandName: name, viewCount: -50 }),
    );
    const { rows, formulas } = open(analyticsCsvStart() + analyticsCsvLines(posts));
    expect(rows[0]).toEqual([...analyticsCsvColumns]);
    expect(rows).toHaveLength(posts.length + 1);
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([17]));
    expect(formulas).toBe(0);
    expect(rows.slice(1).map((row) => row[13])).toEqual(posts.map(() => '-50'));
  });
});
