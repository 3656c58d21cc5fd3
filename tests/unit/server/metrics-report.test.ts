import { expect, test } from 'vitest';
import type { ImportReport } from '#server/services/figures/metrics-import/report.ts';
import { reportText } from '#server/services/figures/metrics-import/report-text.ts';
import { readAhead } from '#server/services/figures/metrics-import/rows/read-ahead.ts';

const report: ImportReport = {
  ...{ campaignId: 'cmp_1', campaignName: 'Spring roast', brandName: 'Northwind Coffee', dryRun: false },
  ...{ rows: 12_000_000, repeated: 0, figures: { new: 1, corrected: 0, unchanged: 0 }, backdatedPosts: 0 },
  ...{ made: { creators: 0, offers: 0, posts: 1 }, notes: [] },
  ...{ refused: [], refusedCount: 0, warnings: [], warningCount: 0 },
};
const warnings = Array.from({ length: 30 }, (_, n) => ({ line: n + 2, message: 'Falls.' }));

test('warnings beyond the first 20 are counted, with a pointer to the full list', () => {
  const all = reportText({ ...report, warnings, warningCount: 30 }, 'a.csv').split('\n');
  expect(all.filter((line) => line.endsWith('Falls.')).length).toBe(20);
  expect(all.at(-1)).toBe('  and 10 more: --json lists them all');
  const first = reportText({ ...report, warnings, warningCount: 9_000_000 }, 'a.csv').split('\n');
  expect(first.at(-1)).toBe('  and 8,999,980 more: --json lists the first 30');
});

test('refused rows beyond the listed ones are counted', () => {
  const refused = [{ line: 2, reason: 'forDate: Expected a date as YYYY-MM-DD.', value: 'soon' }];
  const text = reportText({ ...report, refused, refusedCount: 5_001 }, 'a.csv');
  expect(text).toContain('5,001 refused');
  expect(text.split('\n').slice(-3)).toEqual([
    'Refused:',
    '  line 2: forDate: Expected a date as YYYY-MM-DD. (soon)',
    '  and 5,000 more',
  ]);
  expect(reportText({ ...report, refused, refusedCount: 1 }, 'a.csv')).not.toContain('more');
});

test('reading is one part ahead at most, and throws errors in order', async () => {
  const events: string[] = [];
  async function* source() {
    try {
      for (const part of ['one', 'two']) {
        events.push(`read ${part}`);
        yield part;
      }
      events.push('broken');
      throw new Error('Broken');
    } finally {
      events.push('closed');
    }
  }
  const parts = readAhead(source());
  expect(events).toEqual([]);
  expect(await parts.next()).toEqual({ done: false, value: 'one' });
  expect(events).toEqual(['read one', 'read two']);
  expect(await parts.next()).toEqual({ done: false, value: 'two' });
  await expect(parts.next()).rejects.toThrow('Broken');
  expect(events).toEqual(['read one', 'read two', 'broken', 'closed']);
});

test('stopping early closes the source', async () => {
  let isClosed = false;
  async function* source() {
    try {
      for (;;) yield 'part';
    } finally {
      isClosed = true;
    }
  }
  const parts = readAhead(source());
  await parts.next();
  await parts.return();
  expect(isClosed).toBe(true);
});
