import { afterEach, expect, test, vi } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { startWorkerUpdates } from '#features/sync/page-state.ts';
import { aSyncStatus } from '../support/examples.ts';
import { fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';

afterEach(removeFakeWorker);

test('an uncontrolled page first asks to be claimed, and asks again when it loses its worker', async () => {
  const worker = fakeWorker();
  worker.letGo();
  startWorkerUpdates();
  const claims = () => worker.received.filter(({ type }) => type === 'claim').length;
  const start = { type: 'page-state', visible: true, reason: 'start' };
  await vi.waitFor(() => expect(worker.received).toContainEqual(start));
  expect(worker.received[0]).toEqual({ type: 'claim' });
  expect(claims()).toBe(1);
  worker.letGo();
  // Every page with something pending sends beats.
  setSyncStatus(aSyncStatus({ online: false }));
  await vi.waitFor(() => expect(claims()).toBe(2), 10_000);
});
