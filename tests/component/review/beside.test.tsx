import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { aCampaign, anOffer } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { refusal } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.tsx';
import { campaignPath, underReview } from '../support/review.tsx';
import { screenWidth } from '../support/screen-width.ts';

const campaign = aCampaign({
  dos: ['Show the label'],
  donts: ['No other coffee brands'],
  requiredHashtag: 'northwind',
  brief: { talkingPoints: ['Grown in the shade'], extraNotes: 'Film in daylight.', captions: ['Slow mornings'] },
});
const media = { durationMs: 42_000, width: 1920, height: 1080, hasSound: false };
const draft = anOffer(underReview({ metadata: { caption: 'Morning. #northwind @northwind', ...media } }));
const link = anOffer(
  underReview({
    evidenceType: 'PUBLISHED_VIDEO_URL',
    fulfillment: 'https://www.instagram.com/reel/abcdef/',
    metadata: { caption: null, accountChecked: true },
  }),
);

/** Opens a submission in a campaign's panel, or in the inbox. */
async function open(offer: Offer, where: 'panel' | 'inbox' = 'panel', of: Campaign = campaign) {
  screenWidth(where === 'panel' ? 1280 : 360);
  const api = brandApi({ campaigns: [of], offers: [offer] });
  const path = where === 'panel' ? campaignPath : '/dashboard/review';
  const app = openApp(`${path}?${where === 'panel' ? 'offerId' : 'offer'}=${offer.id}`);
  const dialog = await screen.findByRole('dialog', { name: 'Ada Moss' });
  return { ...app, api, dialog, panel: within(dialog) };
}

describe.each(['panel', 'inbox'] as const)('beside a draft in the %s', (where) => {
  test('the brief has the text that creators see', async () => {
    const { panel } = await open(draft, where);
    await panel.findByText('Show the label');
    const brief = within(panel.getByRole('region', { name: 'Brief' }));
    expect(brief.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
      'Do',
      'Don’t',
      'Talking points',
      'In the caption',
      'Disclosure',
      'Suggested captions',
      'Notes',
    ]);
    expect(brief.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Show the label',
      'No other coffee brands',
      'Grown in the shade',
      'Tag @northwind',
      'Add #northwind',
      'Slow mornings',
    ]);
  });

  test('the checks show facts about the file, and tags in the caption', async () => {
    const { panel } = await open(draft, where);
    await panel.findByText('#northwind is in the caption');
    const checks = within(panel.getByRole('region', { name: 'Checks' }));
    expect(checks.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual([
      'Length: 0:42',
      'Format: Horizontal, 1920 × 1080',
      'Sound: No sound',
      'Hashtag: #northwind is in the caption',
      'Brand tag: @northwind is in the caption',
      'Disclosure: #ad isn’t in the caption. On TikTok, the creator is asked to turn on “Disclose commercial content” and choose “Branded content”.',
    ]);
  });
});

test('brief and checks are one tap away, and the video shrinks while one is open', async () => {
  const { dialog, panel, user } = await open(draft);
  const player = () => dialog.querySelector('video')?.closest('[data-small]')?.getAttribute('data-small');
  const brief = panel.getByRole('button', { name: 'Brief', expanded: false });
  expect(player()).toBe('false');
  await user.click(brief);
  expect(brief.getAttribute('aria-expanded')).toBe('true');
  expect(player()).toBe('true');
  expect(panel.getByRole('region', { name: 'Brief' }).id).toBe(brief.getAttribute('aria-controls'));
  await user.click(await panel.findByRole('button', { name: 'Checks, 2 need attention' }));
  expect(brief.getAttribute('aria-expanded')).toBe('false');
  await user.click(panel.getByRole('button', { name: /^Checks/, expanded: true }));
  expect(player()).toBe('false');
});

test('a post shows its account’s check at once, and its brief on a tap', async () => {
  const { panel } = await open(link);
  expect(panel.getByText('The post is by @adamoss')).toBeTruthy();
  expect(panel.queryByRole('button', { name: /^Checks/ })).toBeNull();
  expect(panel.getByRole('button', { name: 'Brief' })).toBeTruthy();
});

test('the brief names no hashtag if the server doesn’t send the campaign’s', async () => {
  const { requiredHashtag: _, ...older } = campaign;
  const { panel } = await open(draft, 'panel', older);
  await panel.findByText('Show the label');
  expect(panel.queryByText(/^Add #/)).toBeNull();
});

test('a brief that isn’t on the device shows a message, and can be retried', async () => {
  screenWidth(360);
  const api = brandApi({ campaigns: [campaign], offers: [draft] });
  api.on(targets.campaign('cmp_1'), () => refusal(503, 'not_available_offline', 'Not available offline yet'));
  const { user } = openApp(`/dashboard/review?offer=${draft.id}`);
  const panel = within(await screen.findByRole('dialog', { name: 'Ada Moss' }));
  const words = await panel.findByText('The brief isn’t on this device yet. Reconnect to load it.');
  api.on(targets.campaign('cmp_1'), () => campaign);
  await user.click(within(words.closest('div') ?? document.body).getByRole('button', { name: 'Try again' }));
  expect(await panel.findByText('Show the label')).toBeTruthy();
});
