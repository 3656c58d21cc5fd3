import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { noteSettled, noteTakenBack } from '#app/intents/settled-actions.ts';
import type { QueuedAction } from '#contract/worker/sync-status.ts';
import { unconfirmedText } from '#features/queue/public.ts';
import { listenToWorker } from '#features/sync/listen-to-worker.ts';
import { anOffer } from '#tests/unit/domain/examples.ts';
import { targets } from '../support/brand-api.ts';
import { anAction, aSyncStatus, offerRecord } from '../support/examples.ts';
import { noNetwork, status } from '../support/fake-api.ts';
import { type FakeWorker, fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import {
  accept,
  answerWith,
  approved,
  type Review,
  reject,
  review,
  underReview,
  wentWrong,
} from '../support/review.tsx';

afterEach(() => {
  removeFakeWorker();
});

describe('a decision made offline', () => {
  const actionId = '01J00000000000000000000001';
  let worker: FakeWorker;
  beforeEach(() => {
    worker = fakeWorker();
  });

  const saved = 'It’s saved on this device and will be sent when Afield is open and you’re online.';

  async function queue({ mayHaveArrived = false } = {}) {
    const app = await review();
    const offer = anOffer();
    app.api.on(accept, () => {
      const pendingAction = {
        actionId,
        kind: 'approve',
        state: 'waiting',
        queuedAt: '2026-01-03T09:00:00.000Z',
        ...(mayHaveArrived ? { mayHaveArrived } : {}),
      } as const;
      app.api.put({ ...offer, pendingAction });
      return status(202, { queued: true, actionId, mayHaveArrived });
    });
    await app.user.click(app.panel.getByRole('button', { name: 'Approve draft' }));
    await app.panel.findByText(mayHaveArrived ? unconfirmedText : saved);
    return app;
  }
  const toast = async () => within(await screen.findByRole('alert'));

  test('is queued, and shown as queued everywhere', async () => {
    const { panel } = await queue();
    expect((await toast()).getByText('Approval queued')).toBeTruthy();
    expect(panel.getAllByText('Approval queued')).toHaveLength(2);
    expect(within(screen.getByRole('table', { hidden: true })).getByText('Approval queued')).toBeTruthy();
    expect(panel.queryByRole('button', { name: /^Approve|^Request changes/ })).toBeNull();
  });

  test('that is undone while its response is lost isn’t retried', async () => {
    const app = await review();
    let calls = 0;
    app.api.on(accept, ({ headers }) => {
      calls += 1;
      noteTakenBack(headers.get('Idempotency-Key') ?? '');
      throw new TypeError('Failed to fetch');
    });
    await app.user.click(app.panel.getByRole('button', { name: 'Approve draft' }));
    await waitFor(() => expect(calls).toBe(1));
    expect(vi.mocked(fetch).mock.lastCall?.[1]?.signal?.aborted).toBe(true);
    expect(screen.queryByText(wentWrong)).toBeNull();
  });

  test('without a response makes the page request the status, since a stopped worker may have stored it', async () => {
    const app = await review();
    app.api.on(accept, () => {
      throw new TypeError('Failed to fetch');
    });
    await app.user.click(app.panel.getByRole('button', { name: 'Approve draft' }));
    expect(await screen.findByText(wentWrong)).toBeTruthy();
    await waitFor(() => expect(worker.received).toContainEqual({ type: 'get-status' }));
  });

  test('asks the browser for persistent storage', async () => {
    const persist = vi.fn(async () => true);
    const storage = { persist, persisted: async () => false };
    Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
    await queue();
    expect(persist).toHaveBeenCalledTimes(1);
    Reflect.deleteProperty(navigator, 'storage');
  });

  test('that couldn’t be stored or sent shows an error', async () => {
    const app = await review();
    app.api.on(accept, () => status(503, { code: 'not_kept', message: 'This device couldn’t save this action.' }));
    await app.user.click(app.panel.getByRole('button', { name: 'Approve draft' }));
    expect((await toast()).getByText('Your decision wasn’t sent or saved')).toBeTruthy();
    expect(app.panel.getByRole('button', { name: 'Approve draft' })).toBeTruthy();
  });

  test('isn’t reported as unsent if its first request was lost and its retry not stored', async () => {
    const app = await review();
    let sends = 0;
    app.api.on(accept, () => {
      sends += 1;
      return sends === 1 ? noNetwork() : status(503, { code: 'not_kept', message: 'This device could not keep it.' });
    });
    await app.user.click(app.panel.getByRole('button', { name: 'Approve draft' }));
    expect(await screen.findByText(wentWrong)).toBeTruthy();
    expect(screen.queryByText('Your decision wasn’t sent or saved')).toBeNull();
  });

  test.each(['the panel', 'the toast'])('is undone from %s', async (where) => {
    const { panel, user, api } = await queue();
    worker.reply(() => {
      api.put(anOffer());
      return { ok: true, status: null };
    });
    const place = where === 'the panel' ? panel : await toast();
    const reads = () => api.to(targets.offer('off_1')).length;
    const before = reads();
    await user.click(place.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(worker.received).toContainEqual({ type: 'undo', actionId }));
    await waitFor(() => expect(reads(), 'the offer is fetched again').toBeGreaterThan(before));
    expect(api.to(accept), 'the decision isn’t made again').toHaveLength(1);
    expect(await panel.findByRole('button', { name: 'Approve draft' })).toBeTruthy();
  });

  test('whose first attempt got no response has no Undo, and says why', async () => {
    const { panel } = await queue({ mayHaveArrived: true });
    expect((await toast()).getByText(unconfirmedText)).toBeTruthy();
    expect(panel.queryByText(saved)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('that can’t be undone anymore says why, and shows no error', async () => {
    const { panel, user } = await queue();
    worker.reply(() => ({ ok: false, message: 'It may have arrived already.', isTooLate: true }));
    await user.click(panel.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('It may have arrived already.')).toBeTruthy();
    expect(screen.getByText('Too late to undo')).toBeTruthy();
    expect(screen.queryByText('Something went wrong.')).toBeNull();
  });

  test('shows an error if the worker fails to undo it', async () => {
    const { panel, user } = await queue();
    worker.reply(() => ({ ok: false, message: 'Please try again.' }));
    await user.click(panel.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Something went wrong.')).toBeTruthy();
  });

  test('that was sent before the page got the “queued” response is shown as done', async () => {
    const { panel, api, user, queryClient } = await review();
    const settledId = '01J00000000000000000000008';
    const deafen = listenToWorker(queryClient, () => undefined);
    api.on(accept, () => {
      api.put(approved);
      // The worker notifies pages in this order.
      worker.say({ type: 'data-changed', kinds: ['offers'] });
      noteSettled(settledId, 'sent');
      return status(202, { queued: true, actionId: settledId });
    });
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    expect(await panel.findByText('Waiting for link')).toBeTruthy();
    expect(await screen.findByText('Offer approved')).toBeTruthy();
    expect(screen.queryByText('Approval queued')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    deafen();
  });

  test('can’t be undone while it is being sent', async () => {
    const pendingAction = {
      actionId,
      kind: 'approve',
      state: 'sending',
      queuedAt: '2026-01-03T09:00:00.000Z',
    } as const;
    const { panel } = await review(anOffer({ pendingAction }));
    expect(panel.getByText('Sending your approval.')).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('to request changes is queued', async () => {
    const pendingAction = {
      actionId,
      kind: 'request-changes',
      state: 'waiting',
      queuedAt: '2026-01-03T09:00:00.000Z',
    } as const;
    const { panel } = await review(anOffer({ pendingAction }));
    expect(panel.getAllByText('Changes queued')).toHaveLength(2);
  });
});

describe('a decision on an outdated submission', () => {
  const resubmitted = anOffer({
    ...underReview({ id: 'ful_2', rejectedFulfillmentId: 'ful_1' }),
    review: { attempt: 2, submittedAt: '2026-01-03T08:00:00.000Z', changeRequests: [] },
  });
  const changed = () => {
    const message = 'The creator has sent another draft.';
    return status(412, { code: 'offer_changed', message, offer: resubmitted });
  };
  const notice = (panel: Review['panel']) => within(panel.getByRole('alert', { name: 'Your decision wasn’t applied' }));

  test('is refused at once, with both versions, and changes nothing', async () => {
    const { panel, api, user } = await review();
    api.on(accept, () => {
      api.put(resubmitted);
      return changed();
    });
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    expect(await panel.findByText('The creator has sent another draft.')).toBeTruthy();
    const [decided, there] = notice(panel).getAllByRole('listitem');
    expect(decided?.textContent).toMatch(/^Your decisionApprove draft/);
    expect(there?.textContent).toMatch(/^Current statusReview draftVersion 2, /);
    expect(screen.queryByText('Offer approved')).toBeNull();
    expect(screen.queryByText(wentWrong)).toBeNull();
    // It can only be decided again after another look, with the current content.
    expect(panel.queryByRole('button', { name: /^Approve/ })).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Review again' }));
    answerWith(api, accept, approved);
    await user.click(await panel.findByRole('button', { name: 'Approve draft' }));
    expect(await screen.findByText('Offer approved')).toBeTruthy();
    expect(api.to(accept).map(({ headers }) => headers.get('If-Match'))).toEqual(['"ful_1"', '"ful_2"']);
    const keys = api.to(accept).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(2);
  });

  test('shows the requested changes', async () => {
    const { panel, api, user } = await review();
    api.on(reject, () => {
      api.put(resubmitted);
      return changed();
    });
    await user.click(panel.getByRole('button', { name: 'Request changes' }));
    await user.click(await panel.findByRole('checkbox', { name: /^Start over/ }));
    await user.click(panel.getByRole('button', { name: 'Request changes (1)' }));
    await panel.findByText('The creator has sent another draft.');
    expect(notice(panel).getAllByRole('listitem')[0]?.textContent).toMatch(
      /^Your decisionRequest changes \(1\)Start over/,
    );
    await user.click(panel.getByRole('button', { name: 'Review again' }));
    // Choices made for the other draft are not carried over.
    await user.click(await panel.findByRole('button', { name: 'Request changes' }));
    expect(await panel.findByRole('button', { name: 'Request changes (0)' })).toBeTruthy();
  });

  describe('a decision returned from the queue', () => {
    let worker: FakeWorker;
    beforeEach(() => {
      worker = fakeWorker();
    });
    async function parked(attention: NonNullable<QueuedAction['attention']>) {
      const action = anAction({ state: 'attention', attention });
      const pendingAction = {
        actionId: action.actionId,
        kind: 'approve' as const,
        state: action.state,
        queuedAt: action.queuedAt,
      };
      setSyncStatus(aSyncStatus({ actions: [action] }));
      const app = await review({ ...resubmitted, pendingAction });
      const settle = () =>
        worker.reply(() => {
          app.api.put(resubmitted);
          act(() => setSyncStatus(aSyncStatus()));
          return { ok: true, status: null };
        });
      return { ...app, action, settle };
    }

    test('is shown with both versions, and discarded to review again', async () => {
      const message = 'The creator has sent another draft.';
      const { panel, user, action, settle } = await parked({
        code: 'offer_changed',
        message,
        certainty: 'refused',
        now: offerRecord(resubmitted),
      });
      expect(panel.getByText('Needs attention')).toBeTruthy();
      expect(notice(panel).getByText(message)).toBeTruthy();
      expect(notice(panel).getAllByRole('listitem')).toHaveLength(2);
      expect(panel.queryByRole('button', { name: 'Retry' })).toBeNull();
      settle();
      await user.click(panel.getByRole('button', { name: 'Review again' }));
      expect(await panel.findByRole('button', { name: 'Approve draft' })).toBeTruthy();
      expect(worker.received).toContainEqual({ type: 'discard', actionId: action.actionId });
    });

    test.each([
      ['Retry', 'retry'],
      ['Discard', 'discard'],
    ] as const)('that was refused for good can be settled with "%s"', async (name, type) => {
      const { panel, user, action, settle } = await parked({
        code: 'forbidden',
        message: 'Not allowed.',
        certainty: 'refused',
        now: null,
      });
      expect(notice(panel).getByText('Not allowed.')).toBeTruthy();
      settle();
      await user.click(panel.getByRole('button', { name }));
      await waitFor(() => expect(worker.received).toContainEqual({ type, actionId: action.actionId }));
    });
  });
});
