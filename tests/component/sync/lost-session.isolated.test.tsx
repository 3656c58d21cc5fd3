import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeSession } from '#api/session/session.ts';
import { setSyncStatus } from '#api/sync-status.ts';
import { startWorkerUpdates } from '#features/sync/page-state.ts';
import { aSession, aSyncStatus } from '../support/examples.ts';
import { fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  setSyncStatus(null);
  vi.useRealTimers();
  removeFakeWorker();
});

test('a page resends a session that the worker reports missing, although it was sent', async () => {
  const worker = fakeWorker();
  // An earlier logout finishes after the login, and removes the new session with the old one.
  const kept = [null, null, 'brd_1'];
  let sessionOf: string | null = null;
  worker.reply(({ type }) => {
    if (type === 'session') sessionOf = kept.shift() ?? null;
    return { ok: true, status: aSyncStatus({ sessionOf }) };
  });
  writeSession(aSession());
  startWorkerUpdates();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(worker.received.filter(({ type }) => type === 'session')).toHaveLength(3);
});
