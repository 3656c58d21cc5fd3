import { afterEach, expect, test, vi } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { keepWorkerInformed } from '#features/sync/page-state.ts';
import { aSyncStatus } from '../support/examples.ts';
import { fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';

afterEach(removeFakeWorker);

test('a page that no worker controls asks to be claimed before all else, and again when it finds itself so', async () => {
  const worker = fakeWorker();
  worker.letGo();
  keepWorkerInformed();
  const claims = () => worker.received.filter(({ type }) => type === 'claim').length;
  const start = { type: 'page-state', visible: true, reason: 'start' };
  await vi.waitFor(() => expect(worker.received).toContainEqual(start));
  expect(worker.received[0]).toEqual({ type: 'claim' });
  expect(claims()).toBe(1);
  worker.letGo();
  // Every page with something to wait for sends beats.
  setSyncStatus(aSyncStatus({ online: false }));
  await vi.waitFor(() => expect(claims()).toBe(2), 10_000);
});
