import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { aCampaign, anOffer } from '#tests/unit/domain/examples.ts';
import { brandApi } from '../support/brand-api.ts';
import { anAction, aSyncStatus, offerRecord } from '../support/examples.ts';
import { type FakeWorker, fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { openApp } from '../support/open-app.tsx';
import { campaignPath, underReview } from '../support/review.tsx';
import { screenWidth } from '../support/screen-width.ts';

let worker: FakeWorker;
beforeEach(() => {
  worker = fakeWorker();
  screenWidth(1280);
});
afterEach(removeFakeWorker);

const resubmitted = anOffer({
  ...underReview({ id: 'ful_2', rejectedFulfillmentId: 'ful_1' }),
  review: { attempt: 2, submittedAt: '2025-11-03T08:00:00.000Z', changeRequests: [] },
});
const refused = {
  code: 'offer_changed',
  message: 'The creator has sent another draft.',
  certainty: 'refused',
} as const;
const template = { templateName: 'START_OVER', variables: {} };

test.each([
  ['approve', anAction({ state: 'attention', attention: { ...refused, now: offerRecord(resubmitted) } })],
  [
    'request-changes',
    anAction({
      kind: 'request-changes',
      payload: { offerId: 'off_1', fulfillmentId: 'ful_1', requestedChanges: [template] },
      state: 'attention',
      attention: { ...refused, now: offerRecord(resubmitted) },
    }),
  ],
  [
    'approve that may have arrived',
    anAction({
      state: 'attention',
      attention: { ...refused, code: 'forbidden', certainty: 'unknown', now: offerRecord(resubmitted) },
    }),
  ],
])('queue and panel show the same conflict: %s', async (_, action) => {
  const { kind, actionId, state, queuedAt } = action;
  if (kind !== 'approve' && kind !== 'request-changes') throw new Error('An offer has no such action.');
  setSyncStatus(aSyncStatus({ actions: [action] }));
  brandApi({
    campaigns: [aCampaign()],
    offers: [{ ...resubmitted, pendingAction: { actionId, kind, state, queuedAt } }],
  });
  const { user } = openApp(campaignPath);
  const textIn = (dialog: HTMLElement) =>
    within(dialog).getByText('Your decision').closest('section')?.textContent ?? 'no conflict view';

  await user.click(await screen.findByRole('button', { name: 'Review' }));
  const drawer = await screen.findByRole('dialog', { name: 'Waiting actions' });
  await waitFor(() => expect(textIn(drawer)).toMatch(/Current status.*Version 2, /));
  const inQueue = textIn(drawer);
  expect(within(drawer).getByRole('button', { name: /^Review again: / })).toBeTruthy();
  await user.click(within(drawer).getByRole('link', { name: 'Open offer' }));
  const panel = await screen.findByRole('dialog', { name: 'Ada Moss' });
  await waitFor(() => expect(textIn(panel)).toBe(inQueue));
  expect(within(panel).getByRole('button', { name: 'Review again' })).toBeTruthy();
});

test('"Review again" in the queue discards the decision and opens the current offer', async () => {
  const action = anAction({ state: 'attention', attention: { ...refused, now: offerRecord(resubmitted) } });
  const { actionId, queuedAt } = action;
  setSyncStatus(aSyncStatus({ actions: [action] }));
  const pendingAction = { actionId, kind: 'approve', state: 'attention', queuedAt } as const;
  const api = brandApi({ campaigns: [aCampaign()], offers: [{ ...resubmitted, pendingAction }] });
  const { user } = openApp('/dashboard/campaigns');
  worker.reply(() => {
    api.put(resubmitted);
    act(() => setSyncStatus(aSyncStatus()));
    return { ok: true, status: null };
  });
  await user.click(await screen.findByRole('button', { name: 'Review' }));
  await user.click(await screen.findByRole('button', { name: 'Review again: Approve draft, Ada Moss' }));
  const panel = await screen.findByRole('dialog', { name: 'Ada Moss' });
  expect(await within(panel).findByRole('button', { name: 'Approve draft' })).toBeTruthy();
  expect(worker.received).toContainEqual({ type: 'discard', actionId });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Waiting actions' })).toBeNull());
});
