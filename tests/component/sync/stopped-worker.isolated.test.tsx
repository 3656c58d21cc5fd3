import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { startWorkerUpdates } from '#features/sync/page-state.ts';
import { anAction, aSyncStatus } from '../support/examples.ts';
import { type FakeWorker, fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';

let worker: FakeWorker;
beforeEach(() => {
  vi.useFakeTimers();
  worker = fakeWorker();
});
afterEach(() => {
  setSyncStatus(null);
  vi.useRealTimers();
  removeFakeWorker();
});

test('a worker that was stopped before it replied is restarted within a second', async () => {
  worker.reply(() => null);
  setSyncStatus(aSyncStatus({ online: false, actions: [anAction()] }));
  startWorkerUpdates();
  await vi.advanceTimersByTimeAsync(5000);
  const beats = worker.received.filter((message) => message.type === 'page-state' && message.reason === 'beat');
  // One beat per second, because a reply to a beat times out after one.
  expect(beats).toHaveLength(5);
});
