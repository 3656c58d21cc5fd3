import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/**
 * Vitest's JSON report has a result per file, which contains those of its tests.
 * @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: VitestFile[] }} VitestReport
 */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport */

/** @returns {Counts} */
export const noCounts = () => ({ passed: 0, failed: 0, skipped: 0 });

/**
 * Counts a stage that is one check, such as lint, as one test.
 * @param {boolean} ok
 * @returns {Counts}
 */
export const oneCheck = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

/**
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function sum(all) {
  return all.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    noCounts(),
  );
}

/** @param {Counts} counts */
export function countsText({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * Counts of Vitest's JSON report. A file that failed to load has no tests, and counts as a failed one itself.
 * @param {VitestReport} report
 * @returns {Counts}
 */
export function vitestCounts(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Counts of Playwright's JSON report. A flaky test, which can't occur without retries, counts as failed.
 * @param {PlaywrightReport} report
 * @returns {Counts}
 */
export function playwrightCounts({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/**
 * Counts of a runner, consistent with its exit code: a failed runner has at least one failure (it may have died before
 * writing, or found an error outside any test), and one that ran nothing hasn't passed unless it `mayBeEmpty`.
 * @template Report
 * @param {string} file the runner's JSON report
 * @param {(report: Report) => Counts} read
 * @param {boolean} ok true if the runner exited with 0
 * @param {{ mayBeEmpty?: boolean }} [options]
 * @returns {Counts}
 */
export function runnerCounts(file, read, ok, { mayBeEmpty = false } = {}) {
  const counts = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : noCounts();
  const silentFailure = counts.failed === 0 && (!ok || (counts.passed === 0 && !mayBeEmpty));
  return silentFailure ? { ...counts, failed: 1 } : counts;
}
