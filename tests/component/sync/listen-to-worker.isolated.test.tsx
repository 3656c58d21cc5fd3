import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#api/error.ts';
import { clearSession, readSession, sessionMessage, writeSession } from '#api/session/session.ts';
import { requestSyncStatus } from '#api/sync-status.ts';
import { noteSettled } from '#app/intents/settled-actions.ts';
import { createQueryClient } from '#app/queries/query-client.ts';
import type { WorkerMessage } from '#contract/worker/worker-message.ts';
import { pairIdOf } from '#domain/accounts/session-pair.ts';
import { listenToWorker } from '#features/sync/listen-to-worker.ts';
import { anAction, aSession, aSyncStatus } from '../support/examples.ts';
import { fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';

/** Replaces the browser's service worker container, which jsdom lacks. */
function stubWorkerContainer() {
  const container = Object.assign(new EventTarget(), { startMessages: () => undefined });
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: container });
  return (data: WorkerMessage) => container.dispatchEvent(new MessageEvent('message', { data }));
}

afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

/** An observed query whose responses are pending until the test gives them. */
function looked(key: string) {
  const client = createQueryClient();
  const asked: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => asked.push(resolve));
  const observer = new QueryObserver(client, { queryKey: [key], queryFn });
  const stop = observer.subscribe(() => undefined);
  return { client, asked, stop, shown: () => observer.getCurrentResult().data };
}

it('the page refetches changed queries', async () => {
  const say = stubWorkerContainer();
  const { client, asked, stop, shown } = looked('offers');
  listenToWorker(client, () => undefined);
  asked[0]?.('queued');
  await vi.waitFor(() => expect(shown()).toBe('queued'));
  say({ type: 'data-changed', kinds: ['offers'] });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.('sent');
  await vi.waitFor(() => expect(shown()).toBe('sent'));
  stop();
});

it('the page refetches after a first response that was in flight during the change', async () => {
  const say = stubWorkerContainer();
  const { client, asked, stop, shown } = looked('offers');
  listenToWorker(client, () => undefined);
  say({ type: 'data-changed', kinds: ['offers'] });
  expect(asked).toHaveLength(1);
  asked[0]?.('queued');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.('sent');
  await vi.waitFor(() => expect(shown()).toBe('sent'));
  stop();
});

it('the page refetches a query that was prefetched during the change', async () => {
  const say = stubWorkerContainer();
  const client = createQueryClient();
  client.setQueryData(['offers'], 'listed', { updatedAt: 0 });
  listenToWorker(client, () => undefined);
  let answer: (data: string) => void = () => undefined;
  const queryFn = () => new Promise<string>((resolve) => (answer = resolve));
  const prefetched = client.prefetchQuery({ queryKey: ['offers'], queryFn });
  say({ type: 'data-changed', kinds: ['offers'] });
  answer('before the change');
  await prefetched;
  await vi.waitFor(() => expect(client.getQueryState(['offers'])?.isInvalidated).toBe(true));
});

const waiting = anAction();

it('the page refetches after a decision whose end a stopped worker didn’t broadcast', async () => {
  writeSession(aSession());
  const say = stubWorkerContainer();
  const { client, asked, stop, shown } = looked('offers');
  const stopListening = listenToWorker(client, () => undefined);
  say({ type: 'sync-status', status: aSyncStatus({ actions: [waiting] }) });
  asked[0]?.('queued');
  await vi.waitFor(() => expect(shown()).toBe('queued'));
  say({ type: 'sync-status', status: aSyncStatus({ actions: [] }) });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.('sent');
  await vi.waitFor(() => expect(shown()).toBe('sent'));
  stopListening();
  stop();
});

it('the page refetches once after a decision whose end was broadcast', async () => {
  writeSession(aSession());
  const say = stubWorkerContainer();
  const { client, asked, stop, shown } = looked('offers');
  const stopListening = listenToWorker(client, () => undefined);
  const listed = { ...waiting, actionId: '01J00000000000000000000002' };
  say({ type: 'sync-status', status: aSyncStatus({ actions: [listed] }) });
  asked[0]?.('queued');
  await vi.waitFor(() => expect(shown()).toBe('queued'));
  say({ type: 'data-changed', kinds: ['offers'] });
  noteSettled(listed.actionId, 'sent');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.('sent');
  await vi.waitFor(() => expect(shown()).toBe('sent'));
  say({ type: 'sync-status', status: aSyncStatus({ actions: [] }) });
  expect(asked).toHaveLength(2);
  stopListening();
  stop();
});

it('the page doesn’t refetch other kinds', async () => {
  const say = stubWorkerContainer();
  const { client, asked, stop, shown } = looked('payments');
  listenToWorker(client, () => undefined);
  say({ type: 'data-changed', kinds: ['offers'] });
  asked[0]?.('paid');
  await vi.waitFor(() => expect(shown()).toBe('paid'));
  expect(asked).toHaveLength(1);
  stop();
});

it('the page opens a notification’s page', () => {
  const say = stubWorkerContainer();
  const opened: string[] = [];
  listenToWorker(createQueryClient(), (path) => void opened.push(path));
  say({ type: 'open', path: '/dashboard/campaigns/cmp_1?offerId=off_1' });
  say({ type: 'open', path: 'https://evil.example/' });
  expect(opened).toEqual(['/dashboard/campaigns/cmp_1?offerId=off_1']);
});

it.each([
  ['takes the worker’s newer pair although it expires sooner', ['older', aSession().accessToken], true],
  ['keeps a pair of its own that the worker’s doesn’t replace, although that one expires later', ['older'], false],
] as const)('the page %s', (_, replaced, isTaken) => {
  const own = aSession();
  const accessTokenExpiration = isTaken ? '2029-01-01T00:00:00.000Z' : '2031-01-01T00:00:00.000Z';
  const session = { ...own, accessToken: 'other', refreshToken: 'other-refresh', accessTokenExpiration };
  writeSession(own);
  const say = stubWorkerContainer();
  listenToWorker(createQueryClient(), () => undefined);
  say({ type: 'session-refreshed', session, replaced: [...replaced] });
  expect(readSession()).toEqual(isTaken ? session : own);
});

it('the page keeps the lineage of the worker’s pair', () => {
  const own = aSession();
  writeSession(own);
  const say = stubWorkerContainer();
  listenToWorker(createQueryClient(), () => undefined);
  const newer = { ...own, accessToken: 'newer', refreshToken: 'newer-refresh' };
  const between = { ...own, accessToken: 'between', refreshToken: 'between-refresh' };
  const lineage = [between, own].map(pairIdOf);
  // The page missed the pair in between.
  say({ type: 'session-refreshed', session: newer, replaced: ['between', own.accessToken], lineage });
  expect(sessionMessage()).toEqual({ type: 'session', session: newer, lineage });
  // An older pair that arrives late, under an access token that the worker didn't name.
  const late = { ...between, accessToken: 'repeated', accessTokenExpiration: '2040-01-01T00:00:00.000Z' };
  say({ type: 'session-refreshed', session: late });
  expect(readSession()).toEqual(newer);
});

describe('an ended session', () => {
  const own = aSession();
  const older = { ...own, accessToken: 'older', refreshToken: 'older-refresh' };

  function listen() {
    const worker = fakeWorker();
    vi.stubGlobal('location', { ...window.location, assign: vi.fn() });
    writeSession(own);
    const stop = listenToWorker(createQueryClient(), () => undefined);
    return { worker, stop };
  }
  afterEach(removeFakeWorker);

  it.each([
    ['of the stored pair', [pairIdOf(own), pairIdOf(older)]],
    ['from an older worker, which names no pairs', undefined],
  ])('logs the page out: %s', async (_, pairs) => {
    const { worker, stop } = listen();
    worker.say({ type: 'session-expired', brandId: own.brandId, pairs });
    await vi.waitFor(() => expect(readSession()).toBeNull());
    stop();
  });

  it('of an older pair doesn’t, and the worker gets the newer one', async () => {
    const { worker, stop } = listen();
    worker.say({ type: 'session-expired', brandId: own.brandId, pairs: [pairIdOf(older)] });
    await vi.waitFor(() => expect(worker.received).toMatchObject([{ type: 'session', session: own }]));
    expect(readSession()).toEqual(own);
    stop();
  });

  it('doesn’t undo a login made while the worker is asked for pending actions', async () => {
    const { worker, stop } = listen();
    const next = { ...own, accessToken: 'login', refreshToken: 'login-refresh' };
    worker.reply(() => {
      writeSession(next);
      return { ok: true, status: null };
    });
    worker.say({ type: 'session-expired', brandId: own.brandId, pairs: [pairIdOf(own)] });
    await vi.waitFor(() => expect(readSession()).toEqual(next));
    // This reply arrives after the first one.
    await requestSyncStatus();
    expect(readSession()).toEqual(next);
    stop();
  });
});

it('the page sends the stored session to a worker that is about to refresh', async () => {
  const worker = fakeWorker();
  writeSession(aSession());
  const stop = listenToWorker(createQueryClient(), () => undefined);
  worker.say({ type: 'session-request' });
  await vi.waitFor(() => expect(worker.received).toEqual([{ type: 'session', session: aSession(), lineage: [] }]));
  stop();
  removeFakeWorker();
});

it('queries that a hanging storage failed are refetched when it recovers, and not before', async () => {
  const say = stubWorkerContainer();
  const client = createQueryClient();
  let asked = 0;
  const queryFn = async () => {
    asked += 1;
    if (asked === 1) throw new ApiError(503, 'storage_unavailable', 'This device’s storage isn’t responding.');
    return 'figures';
  };
  const observer = new QueryObserver(client, { queryKey: ['analytics'], queryFn });
  const stop = observer.subscribe(() => undefined);
  listenToWorker(client, () => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  say({ type: 'sync-status', status: aSyncStatus({ storage: 'unavailable' }) });
  expect(asked).toBe(1);
  say({ type: 'sync-status', status: aSyncStatus({ storage: 'ok' }) });
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('figures'));
  stop();
});
