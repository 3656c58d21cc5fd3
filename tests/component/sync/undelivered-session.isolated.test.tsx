import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeSession } from '#api/session/session.ts';
import { setSyncStatus } from '#api/sync-status.ts';
import type { WorkerReply } from '#contract/worker/worker-message.ts';
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

test('a session that the worker couldn’t store, or was stopped during, is resent with each beat until stored', async () => {
  const worker = fakeWorker();
  const replies: (WorkerReply | null)[] = [{ ok: false, message: 'Please try again.' }, null];
  worker.reply(({ type }) =>
    type === 'session' && replies.length > 0 ? (replies.shift() ?? null) : { ok: true, status: null },
  );
  writeSession(aSession());
  setSyncStatus(aSyncStatus());
  startWorkerUpdates();
  // The first message awaits its reply; the beats after it time out after a second.
  await vi.advanceTimersByTimeAsync(10_000);
  expect(worker.received.filter(({ type }) => type === 'session')).toEqual(
    Array.from({ length: 3 }, () => ({ type: 'session', session: aSession(), lineage: [] })),
  );
});
