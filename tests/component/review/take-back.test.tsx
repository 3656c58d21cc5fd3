import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Offer } from '#contract/brand/offer.ts';
import { aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';
import { status } from '../support/fake-api.ts';
import { fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { accept, answerWith, type Review, review, underReview } from '../support/review.tsx';

const takeBack = 'POST /brand/v1.0/offers/off_1/evidence/take-back';
const tries = { submittedAt: '2026-01-02T00:00:00.000Z', changeRequests: [] };
const inReview = anOffer({ ...underReview(), review: { attempt: 1, ...tries } });
const owedLink = aFulfillment({ id: 'ful_2', evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: null });
const approved = anOffer({
  currentStage: { type: 'SUBMIT_EVIDENCE', enteredAt: '2026-01-03T00:00:00.000Z', fulfillment: owedLink },
  updatedAt: '2026-01-03T00:00:00.000Z',
  review: { attempt: 2, draftAttempts: 1, ...tries },
  canTakeBack: true,
});
/** The same draft in review again, under another id. */
const backInReview = anOffer({
  ...underReview({ id: 'ful_3' }),
  updatedAt: '2026-01-04T00:00:00.000Z',
  review: { attempt: 1, ...tries },
});
const linkGiven = anOffer({
  ...underReview({ ...owedLink, fulfillment: 'https://www.tiktok.com/@ada/video/7301234567890123456' }),
  updatedAt: '2026-01-04T00:00:00.000Z',
  review: { attempt: 2, draftAttempts: 1, ...tries },
});

const open = ({ panel, user }: Review) => user.click(panel.getByRole('button', { name: 'Take back approval' }));
const question = ({ panel }: Review) => within(panel.getByRole('group', { name: 'Take back your approval?' }));
const confirm = (app: Review) => app.user.click(question(app).getByRole('button', { name: 'Take back approval' }));

afterEach(removeFakeWorker);

describe('Take back approval', () => {
  test('is offered only if the server allows it, and never while a decision is queued', async () => {
    const { canTakeBack: _, ...unable } = approved;
    const { panel } = await review(unable);
    expect(panel.queryByRole('button', { name: 'Take back approval' })).toBeNull();
  });

  test('is hidden while an approval is queued, which has Undo', async () => {
    fakeWorker();
    const pendingAction = {
      ...{ actionId: '01J00000000000000000000009', kind: 'approve', state: 'waiting' },
      queuedAt: '2026-01-03T09:00:00.000Z',
    } as const;
    const { panel } = await review({ ...inReview, pendingAction } as Offer);
    expect(panel.getByRole('button', { name: 'Undo' })).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Take back approval' })).toBeNull();
  });

  test('explains its effect on the creator first, and can be canceled', async () => {
    const app = await review(approved);
    await open(app);
    expect(
      question(app).getByText('Ada Moss may already be posting this draft. We’ll email them not to post it.'),
    ).toBeTruthy();
    const keep = question(app).getByRole('button', { name: 'Keep approval' });
    expect(document.activeElement).toBe(keep);
    await app.user.click(keep);
    expect(app.panel.queryByRole('group', { name: 'Take back your approval?' })).toBeNull();
    expect(document.activeElement).toBe(app.panel.getByRole('button', { name: 'Take back approval' }));
    expect(app.api.to(takeBack)).toEqual([]);
  });

  test('sends the submission that was shown, and the draft can be decided on again', async () => {
    const app = await review(approved);
    answerWith(app.api, takeBack, backInReview);
    await open(app);
    await confirm(app);
    expect(await screen.findByText('Approval taken back')).toBeTruthy();
    const [call, ...more] = app.api.to(takeBack);
    expect(more).toEqual([]);
    expect(call?.headers.get('If-Match')).toBe('"ful_2"');
    expect(call?.headers.get('Idempotency-Key')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(app.panel.getByRole('button', { name: 'Approve draft' })).toBeTruthy();
    expect(app.panel.getByText('Review draft')).toBeTruthy();
  });

  test('follows a recent approval, and the returned draft isn’t a new version', async () => {
    const app = await review(inReview);
    answerWith(app.api, accept, approved);
    await app.user.click(app.panel.getByRole('button', { name: 'Approve draft' }));
    expect(await app.panel.findByText('Approved')).toBeTruthy();
    answerWith(app.api, takeBack, backInReview);
    await open(app);
    await confirm(app);
    const again = await app.panel.findByRole('button', { name: 'Approve draft' });
    expect(app.panel.queryByText('The creator submitted a new version')).toBeNull();
    answerWith(app.api, accept, { ...approved, updatedAt: '2026-01-05T00:00:00.000Z' });
    await app.user.click(again);
    await waitFor(() => expect(app.api.to(accept).at(-1)?.headers.get('If-Match')).toBe('"ful_3"'));
  });

  test('is queued offline, with Undo', async () => {
    const worker = fakeWorker();
    const app = await review(approved);
    const actionId = '01J00000000000000000000001';
    app.api.on(takeBack, () => {
      const pendingAction = {
        actionId,
        kind: 'take-back',
        state: 'waiting',
        queuedAt: '2026-01-03T09:00:00.000Z',
      } as const;
      app.api.put({ ...approved, pendingAction });
      return status(202, { queued: true, actionId, mayHaveArrived: false });
    });
    await open(app);
    await confirm(app);
    expect(await app.panel.findAllByText('Take-back queued')).toHaveLength(2);
    expect(app.panel.queryByRole('button', { name: 'Take back approval' })).toBeNull();
    worker.reply(() => {
      app.api.put(approved);
      return { ok: true, status: null };
    });
    await app.user.click(app.panel.getByRole('button', { name: 'Undo' }));
    expect(await app.panel.findByRole('button', { name: 'Take back approval' })).toBeTruthy();
  });

  test('after the creator’s link changes nothing, and shows the link', async () => {
    const app = await review(approved);
    app.api.on(takeBack, () => {
      app.api.put(linkGiven);
      const message = 'This offer has changed since you looked at it.';
      return status(412, { message, code: 'offer_changed', offer: linkGiven });
    });
    await open(app);
    await confirm(app);
    const conflict = within(await app.panel.findByRole('alert', { name: 'Your approval wasn’t taken back' }));
    expect(conflict.getByText('Review link')).toBeTruthy();
    await app.user.click(app.panel.getByRole('button', { name: 'Review again' }));
    expect(await app.panel.findByRole('button', { name: 'Approve link' })).toBeTruthy();
  });
});
