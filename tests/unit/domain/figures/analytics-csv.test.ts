import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PostAnalytics } from '#contract/brand/analytics.ts';
import { socialPlatforms } from '#contract/brand/campaign.ts';
import {
  analyticsCsvColumns,
  analyticsCsvLines,
  analyticsCsvStart,
  analyticsFileName,
} from '#domain/figures/analytics-csv.ts';
import { csvReader } from '#domain/statements/csv.ts';
import { readStrictCsv } from '#tests/support/money/strict-csv.ts';
import { aPostRow } from '../examples.ts';

const fileOf = (...rows: PostAnalytics[]) => analyticsCsvStart() + analyticsCsvLines(rows);
const cellsOf = (...rows: PostAnalytics[]) => readStrictCsv(fileOf(...rows).slice(1));
const numbers = ['viewCount', 'likeCount', 'commentCount', 'shareCount'];

test('a file has a byte order mark, 17 columns and a line for each post', () => {
  expect(fileOf(aPostRow())).toBe(
    '\uFEFFofferId,postedAt,forDate,updatedAt,finalPostUrl,socialPlatform,socialUsername,userFirstName,userLastName,' +
      'campaignId,campaignName,brandId,brandName,viewCount,likeCount,commentCount,shareCount\r\n' +
      'off_1,2026-01-02T08:00:00.000Z,2026-01-05,2026-01-05T00:00:00.000Z,https://www.tiktok.com/@adamoss/video/1,' +
      'TIKTOK,adamoss,Ada,Moss,cmp_1,Morning trail,brd_1,Northwind Coffee,1200,90,8,3\r\n',
  );
  expect(analyticsCsvColumns).toHaveLength(17);
});

test('cells with separators are quoted, and a missing name is empty', () => {
  const [, cells = []] = cellsOf(
    aPostRow({ socialUsername: 'a, "b"', userFirstName: 'Ada\nMarie', userLastName: '', campaignName: null }),
  );
  expect(cells.slice(6, 11)).toEqual(['a, "b"', 'Ada\nMarie', '', 'cmp_1', '']);
  expect(analyticsCsvLines([aPostRow({ socialUsername: 'a, "b"' })])).toContain(',"a, ""b""",');
  expect(analyticsCsvLines([aPostRow({ brandName: ' Northwind ' })])).toContain('," Northwind ",');
});

test('names can’t run as formulas, and a number keeps its minus', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) {
    const name = `${start}1+cmd|' /C calc'!A0`;
    const [, cells = []] = cellsOf(aPostRow({ socialUsername: name, viewCount: -50 }));
    expect([cells[6], cells[13]]).toEqual([`'${name}`, '-50']);
  }
});

const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ' ', 'a', 'é', '💥', '\uFEFF'),
  }),
  fc.string(),
);
const instant = fc.date({ noInvalidDate: true, min: new Date(0) }).map((at) => at.toISOString());
const gain = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
const anyRow: fc.Arbitrary<PostAnalytics> = fc.record({
  offerId: text,
  postedAt: instant,
  finalPostUrl: text,
  socialAccountId: text,
  socialPlatform: fc.constantFrom(...socialPlatforms),
  socialAvatarUrl: fc.constant(null),
  socialUsername: text,
  userFirstName: text,
  userLastName: text,
  campaignId: text,
  campaignName: fc.option(text),
  brandId: text,
  brandName: text,
  viewCount: gain,
  likeCount: gain,
  commentCount: gain,
  shareCount: gain,
  forDate: instant.map((at) => at.slice(0, 10)),
  updatedAt: instant,
});

describe('any names', () => {
  const defused = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
  const expectedOf = (row: PostAnalytics) =>
    analyticsCsvColumns.map((column) => {
      const value = row[column] ?? '';
      return typeof value === 'number' ? String(value) : defused(value);
    });

  test('are read back by our strict import parser, and by an independent one', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 4 }), (rows) => {
        const file = fileOf(...rows);
        const expected = [[...analyticsCsvColumns], ...rows.map(expectedOf)];
        expect(cellsOf(...rows)).toEqual(expected);
        const reader = csvReader();
        const records = [...reader.push(file), ...reader.end()];
        expect(records.map(({ cells, problem }) => problem ?? cells)).toEqual(expected);
      }),
    );
  });

  test('only a number can begin like a formula', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const [, cells = []] = cellsOf(row);
        for (const [i, cell] of cells.entries()) {
          expect(cell).toMatch(numbers.includes(analyticsCsvColumns[i] ?? '') ? /^-?\d+$/ : /^(?![=+\-@\t\r])/);
        }
      }),
    );
  });
});

describe('the file name', () => {
  const march = { since: '2026-03-01', until: '2026-03-31' };

  test('contains the brand or campaign and its days, with underscores for spaces', () => {
    expect(analyticsFileName('Northwind Coffee', march)).toBe(
      'Afield_Analytics_Northwind_Coffee_2026-03-01_2026-03-31.csv',
    );
    expect(analyticsFileName('  Käse & Café  50%', march)).toBe(
      'Afield_Analytics_Käse_&_Café__50%_2026-03-01_2026-03-31.csv',
    );
  });

  test('contains nothing that a file system refuses, and no bidirectional control characters', () => {
    expect(analyticsFileName('a/b\\c:d*e?f"g<h>i|j\u0000k\u202El\u2066m', march)).toBe(
      'Afield_Analytics_a_b_c_d_e_f_g_h_i_j_k_l_m_2026-03-01_2026-03-31.csv',
    );
  });

  /** Any code unit or code point, lone surrogates included. */
  const letter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

  test('stays within the limit of file systems, and splits no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 90 }), (name) => {
        const file = analyticsFileName(name, march);
        expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(255);
        expect(file).toMatch(/^Afield_Analytics_[^\s<>:"/\\|?*\p{Cc}\p{Cs}]*_2026-03-01_2026-03-31\.csv$/u);
      }),
    );
  });
});
