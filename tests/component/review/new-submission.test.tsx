import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { aCampaign, anOffer } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { anAction, aSyncStatus } from '../support/examples.ts';
import { refusal, status } from '../support/fake-api.ts';
import { fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { openApp } from '../support/open-app.tsx';
import {
  accept,
  answerWith,
  approved,
  campaignPath,
  type Review,
  reject,
  review,
  underReview,
  wentWrong,
} from '../support/review.tsx';
import { screenWidth } from '../support/screen-width.ts';

const first = anOffer(underReview({ fulfillment: '/media/demo/coffee.mp4', metadata: { caption: 'First sip' } }));
const second = anOffer({
  ...underReview({
    id: 'ful_2',
    rejectedFulfillmentId: 'ful_1',
    fulfillment: '/media/demo/desk.mp4',
    metadata: { caption: 'Second sip' },
  }),
  updatedAt: '2026-01-03T08:00:00.000Z',
  review: { attempt: 2, submittedAt: '2026-01-03T08:00:00.000Z', changeRequests: [] },
});

/** Advances the clock by more than a glance, so that the content counts as seen. */
function look() {
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 10_000);
}

/** Delivers another submission by the feed, after the brand has seen the one in the panel. */
async function arrive({ api, queryClient }: Review, offer: Offer) {
  look();
  api.put(offer);
  await act(() => queryClient.invalidateQueries({ queryKey: ['offers'] }));
}
/** A response that is pending until the test gives it. */
function later() {
  let answer: (offer: Offer) => void = () => undefined;
  const promise = new Promise<Offer>((resolve) => {
    answer = resolve;
  });
  return { promise, answer: (offer: Offer) => act(async () => answer(offer)) };
}
const seen = (api: Review['api'], target: string) => api.to(target).map(({ headers }) => headers.get('If-Match'));
const approveButton = (panel: Review['panel']) => panel.queryByRole('button', { name: /^Approve/ });
const news = (panel: Review['panel']) => panel.findByRole('alert', { name: 'The creator submitted a new version' });

afterEach(() => vi.restoreAllMocks());

describe('another submission that arrives during a review', () => {
  test('is announced, and can’t be decided on before it was shown', async () => {
    const app = await review(first);
    const { panel, api, user } = app;
    await arrive(app, second);
    await news(panel);
    expect(panel.getByText('First sip')).toBeTruthy();
    expect(panel.queryByText('Second sip')).toBeNull();
    expect(panel.queryByText(/^Version 2/)).toBeNull();
    expect(approveButton(panel)).toBeNull();
    expect(panel.queryByRole('button', { name: 'Request changes' })).toBeNull();
    answerWith(api, accept, approved);
    await user.click(panel.getByRole('button', { name: 'Show new version' }));
    expect(panel.getByText('Second sip')).toBeTruthy();
    expect(panel.queryByRole('alert')).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    expect(await screen.findByText('Offer approved')).toBeTruthy();
    expect(seen(api, accept)).toEqual(['"ful_2"']);
  });

  test('closes the checklist, and keeps none of the ticks made for the earlier one', async () => {
    const app = await review(first);
    const { panel, api, user } = app;
    await user.click(panel.getByRole('button', { name: 'Request changes' }));
    await user.click(await panel.findByRole('checkbox', { name: /^Start over/ }));
    await arrive(app, second);
    expect((await news(panel)).textContent).toContain('Your selected changes weren’t sent.');
    expect(panel.queryByRole('checkbox')).toBeNull();
    const show = panel.getByRole('button', { name: 'Show new version' });
    expect(document.activeElement).toBe(show);
    await user.click(show);
    await user.click(panel.getByRole('button', { name: 'Request changes' }));
    expect(await panel.findByRole('button', { name: 'Request changes (0)' })).toBeTruthy();
    answerWith(api, reject, approved);
    await user.click(panel.getByRole('checkbox', { name: /^Start over/ }));
    await user.click(panel.getByRole('button', { name: 'Request changes (1)' }));
    expect(await screen.findByText('Offer rejected')).toBeTruthy();
    expect(seen(api, reject)).toEqual(['"ful_2"']);
  });

  test('doesn’t replace a video that is playing', async () => {
    const app = await review(first);
    const { panel, user } = app;
    const video = panel.getByLabelText('Ada Moss’s draft');
    await arrive(app, second);
    await news(panel);
    expect(panel.getByLabelText('Ada Moss’s draft')).toBe(video);
    expect(video.getAttribute('src')).toBe('/media/demo/coffee.mp4');
    await user.click(panel.getByRole('button', { name: 'Show new version' }));
    expect(panel.getByLabelText('Ada Moss’s draft').getAttribute('src')).toBe('/media/demo/desk.mp4');
  });

  test('is also noticed if it reuses the first one’s id', async () => {
    const app = await review(first);
    const { fulfillment } = first.currentStage;
    const edited = anOffer(underReview({ ...fulfillment, metadata: { caption: 'First sip, without the swearing' } }));
    await arrive(app, { ...edited, updatedAt: '2026-01-03T08:00:00.000Z' });
    await news(app.panel);
    expect(approveButton(app.panel)).toBeNull();
  });

  test('is not announced if only a URL was signed again, or the content is unchanged', async () => {
    const signed = (key: string) => anOffer(underReview({ fulfillment: `https://cdn.test/1.mp4?sign=${key}` }));
    const app = await review(signed('a'));
    await arrive(app, { ...signed('b'), updatedAt: '2026-01-03T08:00:00.000Z' });
    const address = () => app.panel.getByLabelText('Ada Moss’s draft').getAttribute('src');
    await waitFor(() => expect(address()).toBe('https://cdn.test/1.mp4?sign=b'));
    expect(app.panel.queryByRole('alert')).toBeNull();
    expect(approveButton(app.panel)).toBeTruthy();
  });

  test('waits to be shown if a list showed an older one before the offer’s own response', async () => {
    const own = later();
    screenWidth(1280);
    const api = brandApi({ campaigns: [aCampaign()], offers: [first] });
    api.on(targets.offer('off_1'), () => own.promise);
    const { user } = openApp(campaignPath);
    await user.click(await screen.findByRole('button', { name: 'Ada Moss' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Ada Moss' }));
    expect(approveButton(panel)).toBeTruthy();
    look();
    await own.answer(second);
    await news(panel);
    expect(panel.getByText('First sip')).toBeTruthy();
    expect(approveButton(panel)).toBeNull();
  });
});

describe('an opened offer', () => {
  test('shows its own response at once if it follows immediately', async () => {
    // A busy machine may take long to open it.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const { panel, api, queryClient } = await review(first);
    api.put(second);
    await act(() => queryClient.invalidateQueries({ queryKey: ['offers', 'detail'] }));
    expect(await panel.findByText('Second sip')).toBeTruthy();
    expect(panel.queryByRole('alert')).toBeNull();
  });

  test('starts with the newest known submission, although an older one was seen earlier', async () => {
    const { panel, api, user, queryClient } = await review(first);
    await user.click(panel.getByRole('button', { name: 'Close offer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    api.put(second);
    api.on(targets.offer('off_1'), () => new Promise(() => undefined));
    await act(() => queryClient.invalidateQueries({ queryKey: ['offers', 'list'] }));
    await user.click(screen.getByRole('button', { name: 'Ada Moss' }));
    const again = within(await screen.findByRole('dialog', { name: 'Ada Moss' }));
    expect(again.getByText('Second sip')).toBeTruthy();
    expect(again.queryByText('First sip')).toBeNull();
  });
});

describe('a first submission that arrives in an open panel', () => {
  const awaited = anOffer({
    currentStage: { type: 'SUBMIT_EVIDENCE', enteredAt: '2026-01-02T00:00:00.000Z', fulfillment: null },
  });

  test('is shown at once, with the decision buttons', async () => {
    const app = await review(awaited);
    expect(app.panel.getByText('Submission content will appear here')).toBeTruthy();
    await arrive(app, first);
    expect(await app.panel.findByText('First sip')).toBeTruthy();
    expect(approveButton(app.panel)).toBeTruthy();
  });

  test('after a decision doesn’t appear under the finger that has just tapped', async () => {
    const app = await review(first);
    const { panel, api, user } = app;
    answerWith(api, reject, { ...awaited, updatedAt: '2026-01-03T07:00:00.000Z' });
    await user.click(panel.getByRole('button', { name: 'Request changes' }));
    await user.click(await panel.findByRole('checkbox', { name: /^Start over/ }));
    await user.click(panel.getByRole('button', { name: 'Request changes (1)' }));
    await panel.findByText('Changes requested');
    await arrive(app, second);
    await news(panel);
    expect(approveButton(panel)).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Show new version' }));
    expect(panel.getByText('Second sip')).toBeTruthy();
    expect(approveButton(panel)).toBeTruthy();
    expect(panel.queryByText('Changes requested')).toBeNull();
  });
});

describe('a decision on the submission that was shown', () => {
  test('isn’t repeated for a newer submission if it failed', async () => {
    const app = await review(first);
    const { panel, api, user } = app;
    api.on(accept, () => refusal(500, 'internal', 'Trouble.'));
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    expect(await screen.findByText(wentWrong)).toBeTruthy();
    await arrive(app, second);
    await news(panel);
    answerWith(api, accept, approved);
    await user.click(panel.getByRole('button', { name: 'Show new version' }));
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    expect(await screen.findByText('Offer approved')).toBeTruthy();
    expect(seen(api, accept)).toEqual(['"ful_1"', '"ful_2"']);
    const keys = api.to(accept).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(2);
  });

  test('keeps its key after a failure, though the panel was closed or the other decision tried', async () => {
    const { panel, api, user } = await review(first);
    api.on(accept, () => refusal(500, 'internal', 'Trouble.'));
    api.on(reject, () => refusal(500, 'internal', 'Trouble.'));
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    await screen.findByText(wentWrong);
    await user.click(panel.getByRole('button', { name: 'Request changes' }));
    await user.click(await panel.findByRole('checkbox', { name: /^Start over/ }));
    await user.click(panel.getByRole('button', { name: 'Request changes (1)' }));
    await waitFor(() => expect(api.to(reject)).toHaveLength(1));
    await user.click(panel.getByRole('button', { name: 'Close offer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: /Ada Moss/ }));
    answerWith(api, accept, approved);
    const again = within(await screen.findByRole('dialog', { name: 'Ada Moss' }));
    await user.click(again.getByRole('button', { name: 'Approve draft' }));
    expect(await screen.findByText('Offer approved')).toBeTruthy();
    const keys = api.to(accept).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('keeps a newer submission visible when its response is late', async () => {
    const app = await review(first);
    const { panel, api, user } = app;
    const late = later();
    api.on(accept, () => late.promise);
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    await arrive(app, second);
    api.on(targets.offer('off_1'), () => new Promise(() => undefined));
    await late.answer({ ...approved, updatedAt: '2026-01-03T07:00:00.000Z' });
    expect(await screen.findByText('Offer approved')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: 'Show new version' }));
    expect(panel.getByText('Second sip')).toBeTruthy();
  });

  test('shows the current submission only on a tap if it was refused', async () => {
    const app = await review(first);
    const { panel, api, user } = app;
    api.on(accept, () => {
      api.put(second);
      return status(412, { code: 'offer_changed', message: 'The creator has sent another draft.', offer: second });
    });
    look();
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    await panel.findByText('The creator has sent another draft.');
    // Both captions appear in the conflict view; the decision's submission is still the current one.
    expect(panel.getAllByText('Second sip')).toHaveLength(1);
    expect(panel.getAllByText('First sip')).toHaveLength(2);
    await user.click(panel.getByRole('button', { name: 'Review again' }));
    await waitFor(() => expect(panel.queryByText('First sip')).toBeNull());
    expect(panel.getByText('Second sip')).toBeTruthy();
    expect(approveButton(panel)).toBeTruthy();
  });

  test('can be undone in the queue after a newer submission arrives', async () => {
    const worker = fakeWorker();
    const action = anAction();
    const pendingAction = {
      actionId: action.actionId,
      kind: 'approve',
      state: 'waiting',
      queuedAt: action.queuedAt,
    } as const;
    setSyncStatus(aSyncStatus({ actions: [action] }));
    const app = await review({ ...first, pendingAction });
    const { panel, user } = app;
    await arrive(app, { ...second, pendingAction });
    expect(panel.getByText('First sip')).toBeTruthy();
    worker.reply(() => {
      app.api.put(second);
      act(() => setSyncStatus(aSyncStatus()));
      return { ok: true, status: null };
    });
    await user.click(panel.getByRole('button', { name: 'Undo' }));
    await news(panel);
    expect(approveButton(panel)).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Show new version' }));
    expect(panel.getByText('Second sip')).toBeTruthy();
    removeFakeWorker();
  });
});
