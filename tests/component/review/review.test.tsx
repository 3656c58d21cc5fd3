import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Offer } from '#contract/brand/offer.ts';
import { changeTemplates } from '#domain/offers/change-templates.ts';
import { aCampaign, aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { noNetwork, refusal } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.tsx';
import {
  accept,
  answerWith,
  approved,
  campaignPath,
  reject,
  review,
  underReview,
  wentWrong,
} from '../support/review.tsx';
import { screenWidth } from '../support/screen-width.ts';

const uncheckedLink = {
  currentStage: {
    type: 'AWAITING_EVIDENCE_CLEARANCE',
    enteredAt: '2026-01-02T00:00:00.000Z',
    fulfillment: aFulfillment({
      evidenceType: 'PUBLISHED_VIDEO_URL',
      fulfillment: 'https://www.instagram.com/reel/abcdef/',
      metadata: { caption: null, accountChecked: false },
    }),
  },
} satisfies Partial<Offer>;
const queuedApproval = {
  actionId: '01J00000000000000000000009',
  kind: 'approve',
  state: 'waiting',
  queuedAt: '2026-01-03T09:00:00.000Z',
} as const;

describe('Approve', () => {
  test.each([
    ['Approve draft', 'VIDEO_WITH_CAPTION'],
    ['Approve link', 'PUBLISHED_VIDEO_URL'],
  ] as const)('is labeled "%s" for %s', async (name, evidenceType) => {
    const { panel } = await review(anOffer(underReview({ evidenceType, fulfillment: 'https://example.test/post' })));
    expect(panel.getAllByRole('button', { name: /^Approve/ }).map(({ textContent }) => textContent)).toEqual([name]);
    expect(panel.getByRole('button', { name: 'Request changes' })).toBeTruthy();
  });

  test.each([
    ['of a caption', { ...underReview().currentStage, type: 'AWAITING_CUSTOM_CAPTION_CLEARANCE' }, null],
    ['of an invalidated offer', underReview().currentStage, 'ADMIN_INVALIDATED'],
    ['of a submission that is still awaited', approved.currentStage, null],
  ] as const)('is hidden for the review %s', async (_, stage, invalidationType) => {
    const { panel } = await review(anOffer({ currentStage: stage as Offer['currentStage'], invalidationType }));
    expect(panel.queryByRole('button', { name: /^Approve|^Request changes/ })).toBeNull();
  });

  test('sends the submission that was shown, and shows "Offer approved"', async () => {
    const { panel, api, user } = await review();
    answerWith(api, accept, approved);
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    expect(await screen.findByText('Offer approved')).toBeTruthy();
    const [call, ...more] = api.to(accept);
    expect(more).toEqual([]);
    expect(call?.headers.get('If-Match')).toBe('"ful_1"');
    expect(call?.headers.get('Idempotency-Key')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(within(panel.getByRole('status', { name: 'Your decision' })).getByText('Approved')).toBeTruthy();
    expect(panel.getByText('We’ll ask the creator to post it and send the link.')).toBeTruthy();
    expect(panel.getByText('Waiting for link')).toBeTruthy();
    // The table behind it updates at once.
    expect(within(screen.getByRole('table', { hidden: true })).getByText('Waiting for link')).toBeTruthy();
  });

  test('of a link says that the post counts', async () => {
    const url = 'https://www.youtube.com/shorts/abc';
    const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: url } as const;
    const youTube = { platform: 'YOUTUBE', username: 'adamoss', avatarUrl: null } as const;
    const { panel, api, user } = await review(anOffer({ ...underReview(link), socialAccount: youTube }));
    answerWith(
      api,
      accept,
      anOffer({
        currentStage: { ...approved.currentStage, type: 'ONGOING', fulfillment: aFulfillment(link) },
        socialAccount: youTube,
        finalPostUrl: url,
      }),
    );
    await user.click(panel.getByRole('button', { name: 'Approve link' }));
    expect(await panel.findByText('The post is live, and its views count.')).toBeTruthy();
  });

  test.each([
    [false, 'Account not checked. The link doesn’t confirm whose post it is. Open it and check that it’s by @adamoss.'],
    [true, undefined],
    [undefined, undefined],
  ])('of a link whose account check is %s shows: %s', async (accountChecked, words) => {
    const metadata = { caption: null, ...(accountChecked === undefined ? {} : { accountChecked }) };
    const link = {
      evidenceType: 'PUBLISHED_VIDEO_URL',
      fulfillment: 'https://www.instagram.com/reel/abcdef/',
    } as const;
    const { panel } = await review(anOffer(underReview({ ...link, metadata })));
    expect(
      panel
        .queryByText(/^Account not checked/)
        ?.closest('li')
        ?.textContent?.trim(),
    ).toBe(words);
  });

  test.each([
    [
      'has been approved',
      anOffer({
        ...uncheckedLink,
        finalPostUrl: 'https://www.instagram.com/reel/abcdef/',
        currentStage: { ...uncheckedLink.currentStage, type: 'ONGOING' },
      }),
    ],
    ['is queued for approval', anOffer({ ...uncheckedLink, pendingAction: queuedApproval })],
  ])('of a link that %s no longer asks to check its account', async (_, offer) => {
    const { panel } = await review(offer);
    expect(panel.getByRole('link', { name: /Video/ })).toBeTruthy();
    expect(panel.queryByText(/^Account not checked/)).toBeNull();
  });

  test('shows a failure, and keeps its key on a retry', async () => {
    const { panel, api, user } = await review();
    api.on(accept, () => refusal(500, 'internal', 'Trouble.'));
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    expect(await screen.findByText(wentWrong)).toBeTruthy();
    answerWith(api, accept, approved);
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    expect(await screen.findByText('Offer approved')).toBeTruthy();
    const keys = api.to(accept).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('is resent with its key if there was no response', async () => {
    const { panel, api, user } = await review();
    api.on(accept, noNetwork);
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    expect(await screen.findByText(wentWrong)).toBeTruthy();
    const keys = api.to(accept).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test('leads to the next pending review, with the focus on the link', async () => {
    const next = anOffer({ id: 'off_2', user: { firstName: 'Theo', lastName: 'Sato' } });
    const done = anOffer({ id: 'off_3', currentStage: approved.currentStage });
    const queued = { actionId: '01J00000000000000000000009', kind: 'approve', state: 'waiting' } as const;
    const waiting = anOffer({ id: 'off_4', pendingAction: { ...queued, queuedAt: '2026-01-03T09:00:00.000Z' } });
    const { panel, api, user, address } = await review(anOffer(), [next, done, waiting]);
    answerWith(api, accept, approved);
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    const onward = await panel.findByRole('button', { name: 'Next to review (1)' });
    expect(document.activeElement).toBe(onward);
    await user.click(onward);
    const other = await screen.findByRole('dialog', { name: 'Theo Sato' });
    expect(address()).toBe(`${campaignPath}?offerId=off_2`);
    await waitFor(() => expect(other.contains(document.activeElement)).toBe(true));
  });

  test('leads to another campaign before it says Done', async () => {
    const other = aCampaign({ id: 'cmp_2', name: 'Evening trail' });
    const next = anOffer({ id: 'off_2', campaignId: 'cmp_2', user: { firstName: 'Theo', lastName: 'Sato' } });
    const { panel, api, user, address } = await review(anOffer(), [next], [other]);
    answerWith(api, accept, approved);
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    expect(panel.queryByRole('button', { name: 'Done' })).toBeNull();
    await user.click(await panel.findByRole('button', { name: 'Next to review (1)' }));
    expect(await screen.findByRole('dialog', { name: 'Theo Sato' })).toBeTruthy();
    expect(address()).toBe('/dashboard/campaigns/cmp_2?offerId=off_2');
    expect(await screen.findByRole('heading', { level: 1, name: 'Evening trail', hidden: true })).toBeTruthy();
  });

  test('of the last one leads back', async () => {
    const { panel, api, user, address } = await review();
    answerWith(api, accept, approved);
    await user.click(panel.getByRole('button', { name: 'Approve draft' }));
    await user.click(await panel.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(address()).toBe(campaignPath));
  });
});

describe('Request changes', () => {
  async function ask(offer?: Offer) {
    const app = await review(offer);
    await app.user.click(app.panel.getByRole('button', { name: 'Request changes' }));
    await app.panel.findByRole('group', { name: 'Select all that apply to this submission.' });
    const send = () => app.panel.getByRole<HTMLButtonElement>('button', { name: /^Request changes \(\d\)$/ });
    const box = (name: RegExp) => app.panel.getByRole<HTMLInputElement>('checkbox', { name });
    return { ...app, send, box };
  }

  test('is a list of templates with the brand’s name, without the custom one', async () => {
    const { panel } = await ask();
    expect(panel.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
      'Ensure brand visibilityShow Northwind Coffee clearly within the first 10 seconds, and for at least 20 seconds in total.',
      'Ensure proper pronunciationPronounce Northwind Coffee the way the brand does.',
      'Remove competing brandsRemove other brands that compete with Northwind Coffee, on screen and in the audio.',
      'Start overMake a new video that follows the Northwind Coffee guidelines.',
    ]);
    expect(document.activeElement).toBe(panel.getByRole('heading', { name: 'Request changes' }));
  });

  test('counts the ticks, and can’t be sent without one', async () => {
    const { send, box, user, panel } = await ask();
    expect(send().textContent).toBe('Request changes (0)');
    expect(send().disabled).toBe(true);
    await user.click(box(/^Ensure brand visibility/));
    await user.click(box(/^Start over/));
    expect(send().textContent).toBe('Request changes (2)');
    expect(send().disabled).toBe(false);
    expect(panel.queryByText('Template name is required')).toBeNull();
    await user.click(box(/^Ensure brand visibility/));
    await user.click(box(/^Start over/));
    expect(send().disabled).toBe(true);
    expect(panel.getByText('Template name is required')).toBeTruthy();
  });

  test('sends each template with its variables, and shows "Offer rejected"', async () => {
    const { send, box, user, panel, api } = await ask();
    answerWith(
      api,
      reject,
      anOffer({
        currentStage: {
          type: 'SUBMIT_EVIDENCE',
          enteredAt: '2026-01-03T00:00:00.000Z',
          fulfillment: aFulfillment({ id: 'ful_2', fulfillment: null, rejectedFulfillmentId: 'ful_1' }),
        },
      }),
    );
    await user.click(box(/^Start over/));
    await user.click(box(/^Ensure proper pronunciation/));
    await user.click(send());
    expect(await screen.findByText('Offer rejected')).toBeTruthy();
    const [call, ...more] = api.to(reject);
    expect(more).toEqual([]);
    expect(call?.headers.get('If-Match')).toBe('"ful_1"');
    expect(call?.body).toEqual({
      requestedChanges: [
        {
          templateName: 'ENSURE_PROPER_PRONUNCIATION',
          variables: { brand_name: 'Northwind Coffee', pronunciation: '' },
        },
        { templateName: 'START_OVER', variables: { brand_name: 'Northwind Coffee' } },
      ],
    });
    expect(panel.getByText('Changes requested')).toBeTruthy();
    expect(panel.getByText('Resubmission content/link will appear here')).toBeTruthy();
    expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Done' }));
  });

  test('keeps the ticks while the draft is viewed again', async () => {
    const { send, box, user, panel } = await ask();
    await user.click(box(/^Start over/));
    await user.click(panel.getByRole('button', { name: 'Back to the submission' }));
    const again = panel.getByRole('button', { name: 'Request changes' });
    expect(document.activeElement).toBe(again);
    await user.click(again);
    expect(box(/^Start over/).checked).toBe(true);
    expect(send().textContent).toBe('Request changes (1)');
  });

  test('shows a failure, and keeps the ticks', async () => {
    const { send, box, user, api } = await ask();
    api.on(reject, () => refusal(500, 'internal', 'Trouble.'));
    await user.click(box(/^Start over/));
    await user.click(send());
    expect(await screen.findByText(wentWrong)).toBeTruthy();
    expect(box(/^Start over/).checked).toBe(true);
    answerWith(api, reject, approved);
    await user.click(send());
    expect(await screen.findByText('Offer rejected')).toBeTruthy();
    const keys = api.to(reject).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
  });

  test('has the provider’s own templates, in the list and in earlier requests', async () => {
    const price = { name: 'MENTION_THE_PRICE', title: 'Name the price', description: 'Say what {brand_name} costs.' };
    const asked = { attempt: 1, requestedAt: '2026-01-01T00:00:00.000Z', templateNames: ['MENTION_THE_PRICE'] };
    const review = { attempt: 2, submittedAt: '2026-01-02T00:00:00.000Z', changeRequests: [asked] };
    screenWidth(1280);
    const api = brandApi({ campaigns: [aCampaign()], offers: [anOffer({ review })] });
    api.on(targets.templates, () => [...changeTemplates, price]);
    const { user } = openApp(`${campaignPath}?offerId=off_1`);
    const before = await screen.findByRole('region', { name: 'Changes you requested' });
    expect(await within(before).findByText('Name the price')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Request changes' }));
    await user.click(screen.getByRole('checkbox', { name: /^Name the price.*Say what Northwind Coffee costs/ }));
    answerWith(api, reject, approved);
    await user.click(screen.getByRole('button', { name: 'Request changes (1)' }));
    await waitFor(() => expect(api.to(reject)).toHaveLength(1));
    expect(api.to(reject)[0]?.body).toMatchObject({ requestedChanges: [{ templateName: 'MENTION_THE_PRICE' }] });
  });

  test('doesn’t wait for the list of templates', async () => {
    screenWidth(1280);
    const api = brandApi({ campaigns: [aCampaign()], offers: [anOffer()] });
    api.on(targets.templates, () => refusal(503, 'not_available_offline', 'Not available offline yet'));
    const { user } = openApp(`${campaignPath}?offerId=off_1`);
    await user.click(await screen.findByRole('button', { name: 'Request changes' }));
    expect(await screen.findAllByRole('checkbox')).toHaveLength(4);
  });
});
