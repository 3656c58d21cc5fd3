import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import type { WorkerMessage } from '#contract/worker/worker-message.ts';
import { listenToWorker } from '#features/sync/listen-to-worker.ts';
import { anOffer } from '#tests/unit/domain/examples.ts';
import { anAction, aSyncStatus } from '../support/examples.ts';
import { status } from '../support/fake-api.ts';
import { fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { accept, approved, review } from '../support/review.tsx';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  removeFakeWorker();
});

/** Approves; returns the requests after that. */
async function approve(answer: (key: string) => Response | object, words: string, isConnected: boolean) {
  const app = await review();
  if (isConnected) stops.push(listenToWorker(app.queryClient, () => undefined));
  app.api.on(accept, ({ headers }) => answer(headers.get('Idempotency-Key') ?? ''));
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  const before = app.api.calls.length;
  await app.user.click(app.panel.getByRole('button', { name: 'Approve draft' }));
  await screen.findAllByText(words);
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  const reads = app.api.calls.slice(before).filter(({ method }) => method === 'GET');
  return reads.map(({ path, query }) => JSON.stringify([path, query])).toSorted();
}

const changed: WorkerMessage = { type: 'data-changed', kinds: ['offers'] };

test('each list is fetched once after the worker has sent a decision', async () => {
  const worker = fakeWorker();
  const reads = await approve(
    (actionId) => {
      worker.say(changed);
      worker.say({ type: 'action-settled', actionId, outcome: 'sent' });
      return approved;
    },
    'Offer approved',
    true,
  );
  expect(reads.length).toBeGreaterThan(1);
  expect(reads).toEqual([...new Set(reads)]);
});

test('each list is fetched once after the worker has queued a decision', async () => {
  const worker = fakeWorker();
  const reads = await approve(
    (actionId) => {
      worker.say(changed);
      return status(202, { queued: true, actionId });
    },
    'Approval queued',
    true,
  );
  expect(reads.length).toBeGreaterThan(1);
  expect(reads).toEqual([...new Set(reads)]);
});

describe('a queued decision', () => {
  /** Undoes the decision in the open panel; returns the requests after that. */
  async function undo(actionId: string, isDone: boolean) {
    const worker = fakeWorker();
    const action = anAction({ actionId });
    const { queuedAt } = action;
    const pendingAction = { actionId, kind: 'approve', state: 'waiting', queuedAt } as const;
    setSyncStatus(aSyncStatus({ actions: [action] }));
    const app = await review(anOffer({ pendingAction }));
    stops.push(listenToWorker(app.queryClient, () => undefined));
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
    worker.reply(({ type }) => {
      if (type !== 'undo') return { ok: true, status: null };
      if (!isDone) return { ok: false, message: 'It was sent already.', isTooLate: true };
      app.api.put(anOffer());
      act(() => {
        worker.say(changed);
        worker.say({ type: 'action-settled', actionId, outcome: 'undone' });
      });
      return { ok: true, status: null };
    });
    const before = app.api.calls.length;
    await app.user.click(app.panel.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(app.panel.queryByRole('button', { name: 'Undo' }) === null).toBe(isDone));
    await waitFor(() => expect(app.api.calls.length).toBeGreaterThan(before));
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
    const reads = app.api.calls.slice(before).filter(({ method }) => method === 'GET');
    return reads.map(({ path, query }) => JSON.stringify([path, query])).toSorted();
  }

  test('has each list fetched once when it is undone', async () => {
    const reads = await undo('act_1', true);
    expect(reads.length).toBeGreaterThan(1);
    expect(reads).toEqual([...new Set(reads)]);
  });

  test('has its effect fetched by the page if it was already sent', async () => {
    const reads = await undo('act_2', false);
    expect(reads.length).toBeGreaterThan(1);
    expect(reads).toEqual([...new Set(reads)]);
  });
});

test('the page fetches each list itself, once, if there is no worker', async () => {
  const reads = await approve(() => approved, 'Offer approved', false);
  expect(reads.length).toBeGreaterThan(1);
  expect(reads).toEqual([...new Set(reads)]);
});
