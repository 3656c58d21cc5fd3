import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeSession } from '#api/session/session.ts';
import { setSyncStatus } from '#api/sync-status.ts';
import { startWorkerUpdates } from '#features/sync/page-state.ts';
import { aSession, aSyncStatus } from '../support/examples.ts';
import { type FakeWorker, fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';

let worker: FakeWorker;
beforeEach(() => {
  worker = fakeWorker();
  writeSession(aSession());
});
afterEach(removeFakeWorker);

const introduction = [
  { type: 'session', session: aSession(), lineage: [] },
  { type: 'page-state', visible: true, reason: 'start' },
];

test('a page resends its session once to a worker whose storage recovers, since it couldn’t store it', async () => {
  startWorkerUpdates();
  await vi.waitFor(() => expect(worker.received).toEqual(introduction));
  setSyncStatus(aSyncStatus({ storage: 'unavailable' }));
  setSyncStatus(aSyncStatus({ storage: 'ok' }));
  setSyncStatus(aSyncStatus({ storage: 'ok' }));
  await vi.waitFor(() => expect(worker.received).toEqual([...introduction, ...introduction]));
});

test('a page that becomes visible sends the worker its session, because a worker on a full disk loses a newer pair', async () => {
  startWorkerUpdates();
  await vi.waitFor(() => expect(worker.received).toContainEqual(introduction[1]));
  worker.received.length = 0;
  document.dispatchEvent(new Event('visibilitychange'));
  const both = [introduction[0], { type: 'page-state', visible: true, reason: 'visible' }];
  await vi.waitFor(() => expect(worker.received.slice(0, 2)).toEqual(both));
});
