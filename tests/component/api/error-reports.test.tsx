import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSettings } from '../support/settings.ts';

const sentry = { start: vi.fn(), report: vi.fn() };
const load = vi.fn(() => sentry);

beforeEach(() => {
  vi.resetModules();
  vi.doMock('#app/reports/sentry.ts', load);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  vi.doUnmock('#app/reports/sentry.ts');
  vi.clearAllMocks();
});

const reports = () => import('#app/reports/error-reports.ts');

test('the library is never loaded without a DSN', async () => {
  const { startErrorReports, reportError } = await reports();
  startErrorReports();
  reportError(new Error('unheard'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
});

test('the library loads after the first screen if there is a DSN, and gets earlier errors', async () => {
  setSettings({ sentryDsn: 'https://key@reports.test/1' });
  const { startErrorReports, reportError } = await reports();
  const errors = Array.from({ length: 12 }, (_, i) => new Error(`${i}`));
  startErrorReports();
  for (const error of errors.slice(0, 11)) reportError(error);
  document.body.innerHTML = '<div id="root"></div>';
  await vi.advanceTimersByTimeAsync(9000);
  expect(load).not.toHaveBeenCalled();
  document.body.innerHTML = '<div id="root"><main>Campaigns</main></div>';
  await vi.advanceTimersByTimeAsync(100);
  await vi.waitFor(() => expect(sentry.start).toHaveBeenCalledWith('https://key@reports.test/1'));
  expect(sentry.report.mock.calls.flat()).toEqual(errors.slice(0, 10));
  reportError(errors[11]);
  expect(sentry.report).toHaveBeenLastCalledWith(errors[11]);
});

test('a slow first screen doesn’t block the library, which reports earlier uncaught errors', async () => {
  setSettings({ sentryDsn: 'https://key@reports.test/1' });
  const { startErrorReports, reportError } = await reports();
  startErrorReports();
  reportError(new Error('The app broke.'));
  const uncaught = new Error('Nobody caught it.');
  window.dispatchEvent(new ErrorEvent('error', { error: uncaught }));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: uncaught }));
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(() => expect(sentry.report).toHaveBeenCalledTimes(3));
  expect(sentry.report).toHaveBeenLastCalledWith(uncaught);
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: uncaught }));
  expect(sentry.report, 'the library now gets it').toHaveBeenCalledTimes(3);
});
