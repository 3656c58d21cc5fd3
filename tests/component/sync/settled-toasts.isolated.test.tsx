import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clearSession, writeSession } from '#api/session/session.ts';
import { setSyncStatus } from '#api/sync-status.ts';
import { isSettled } from '#app/intents/settled-actions.ts';
import type { WorkerMessage } from '#contract/worker/worker-message.ts';
import { listenToWorker } from '#features/sync/listen-to-worker.ts';
import { toastError, toastInfo } from '#ui/toasts/toast.tsx';
import { anAction, aSession, aSyncStatus } from '../support/examples.ts';
import { type FakeWorker, fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { renderWithApp } from '../support/render.tsx';

const idOf = (n: number) => `01J0000000000000000000000${n}`;
const waiting = [1, 2, 3].map((n) => anAction({ actionId: idOf(n) }));
const visibleToasts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

let worker: FakeWorker;
let stop: () => void;
beforeEach(async () => {
  worker = fakeWorker();
  writeSession(aSession());
  setSyncStatus(aSyncStatus({ actions: waiting }));
  const { queryClient } = renderWithApp(null);
  stop = listenToWorker(queryClient, () => undefined);
  act(() => {
    for (const n of [1, 2, 3]) toastInfo(`${n} queued`, { id: idOf(n), onUndo: () => undefined });
  });
  await waitFor(() => expect(visibleToasts()).toHaveLength(3));
});
afterEach(() => {
  stop();
  removeFakeWorker();
  clearSession();
});

const settled = (n: number, outcome: 'sent' | 'attention' | 'undone'): WorkerMessage => ({
  type: 'action-settled',
  actionId: idOf(n),
  outcome,
});

describe('a queued decision’s toast', () => {
  test.each(['sent', 'attention', 'undone'] as const)('disappears when the decision is %s', async (outcome) => {
    act(() => worker.say(settled(2, outcome)));
    await waitFor(() => expect(visibleToasts()).toEqual(['1 queuedUndo', '3 queuedUndo']));
    expect([1, 2].map((n) => isSettled(idOf(n)))).toEqual([false, true]);
  });

  test.each([
    ['has left the queue', waiting.slice(1)],
    ['is being sent', [{ ...waiting[0], state: 'sending' }, ...waiting.slice(1)] as typeof waiting],
  ])('disappears when a status shows that it %s, even without another message', async (_, actions) => {
    act(() => setSyncStatus(aSyncStatus({ actions })));
    await waitFor(() => expect(visibleToasts()).toEqual(['2 queuedUndo', '3 queuedUndo']));
  });
});

describe('an ended session', () => {
  test('removes every toast', async () => {
    act(() => toastError('Something went wrong.'));
    act(() => clearSession());
    await waitFor(() => expect(visibleToasts()).toEqual([]));
  });

  test('as does another brand’s login, but not the same brand’s newer tokens', async () => {
    act(() => writeSession(aSession({ accessToken: 'access-2' })));
    expect(visibleToasts()).toHaveLength(3);
    act(() => writeSession(aSession({ brandId: 'brd_2' })));
    await waitFor(() => expect(visibleToasts()).toEqual([]));
  });
});
