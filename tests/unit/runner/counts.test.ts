import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Counts,
  countsText,
  oneCheck,
  playwrightCounts,
  runnerCounts,
  sum,
  vitestCounts,
} from '#tests/runner/counts.mjs';

const vitestReport = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'failed', assertionResults: [] },
  ],
};

test("vitest's report counts a file that failed to load as one failure", () => {
  expect(vitestCounts(vitestReport)).toEqual({ passed: 3, failed: 2, skipped: 3 });
});

test("playwright's report counts a flaky test as failed", () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  expect(playwrightCounts({ stats })).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test('stages are summed, and reported in one line', () => {
  const total = sum([oneCheck(true), { passed: 4, failed: 0, skipped: 2 }, oneCheck(false)]);
  expect(total).toEqual({ passed: 5, failed: 1, skipped: 2 });
  expect(countsText(total)).toBe('5 passed, 1 failed, 2 skipped');
  expect(countsText({ ...total, skipped: 0 })).toBe('5 passed, 1 failed');
});

describe('the counts of a run and its exit status', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'afield-counts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const countsOf = (report: object | null, ok: boolean) => {
    const file = join(folder, 'report.json');
    if (report) writeFileSync(file, JSON.stringify(report));
    return runnerCounts(file, (counts: Counts) => counts, ok);
  };

  test('agree if all passed', () => {
    expect(countsOf({ passed: 2, failed: 0, skipped: 0 }, true)).toEqual({ passed: 2, failed: 0, skipped: 0 });
  });

  test('count an error outside any test as one failure', () => {
    expect(countsOf({ passed: 2, failed: 0, skipped: 0 }, false)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });

  test('count a runner that died without a report as failed', () => {
    expect(countsOf(null, false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('count a run without tests as failed', () => {
    expect(countsOf({ passed: 0, failed: 0, skipped: 3 }, true)).toEqual({ passed: 0, failed: 1, skipped: 3 });
  });
});
