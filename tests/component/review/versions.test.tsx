import { act, fireEvent, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { EarlierVersion, Offer } from '#contract/brand/offer.ts';
import { anOffer } from '#tests/unit/domain/examples.ts';
import { approved, review, underReview } from '../support/review.tsx';

const at = '2026-01-01T00:00:00.000Z';
const earlier = (attempt: number, part: Partial<EarlierVersion> = {}): EarlierVersion => ({
  attempt,
  submittedAt: at,
  evidenceType: 'VIDEO_WITH_CAPTION',
  fulfillment: `/files/${attempt}.mp4`,
  metadata: { caption: `Caption ${attempt}`, durationMs: 20_000 },
  ...part,
});
const asked = {
  attempt: 1,
  requestedAt: at,
  templateNames: ['ENSURE_BRAND_VISIBILITY', 'START_OVER'],
  notes: [
    { templateName: 'ENSURE_BRAND_VISIBILITY', note: 'And the logo', atSeconds: 12 },
    { templateName: 'ENSURE_BRAND_VISIBILITY', note: 'Show the label', atSeconds: 4 },
  ],
} satisfies NonNullable<Offer['review']>['changeRequests'][number];
const secondDraft = (first: EarlierVersion = earlier(1)) =>
  anOffer({
    ...underReview({ id: 'ful_2', fulfillment: '/files/2.mp4', metadata: { caption: 'Caption 2' } }),
    review: { attempt: 2, submittedAt: at, changeRequests: [asked], earlier: [first] },
  });
const postUrl = 'https://www.youtube.com/shorts/abcdefghijk';
const link = { id: 'ful_3', evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: postUrl } as const;
const posted = anOffer({
  ...underReview(link),
  socialAccount: { platform: 'YOUTUBE', username: 'adamoss', avatarUrl: null },
  review: {
    attempt: 3,
    draftAttempts: 2,
    submittedAt: at,
    changeRequests: [],
    earlier: [earlier(1), earlier(2, { approvedAt: at })],
  },
});

const open = async (offer: Offer) => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
  const app = await review(offer);
  const src = () => app.dialog.querySelector('video')?.getAttribute('src') ?? null;
  return { ...app, src, switchTo: (name: string) => app.user.click(app.panel.getByRole('button', { name })) };
};

describe('an earlier draft', () => {
  test('plays with its caption and its remarks at their seconds', async () => {
    const { panel, dialog, src, switchTo } = await open(secondDraft());
    expect(src()).toBe('/files/2.mp4');
    expect(panel.getByRole('button', { name: 'Version 2', pressed: true })).toBeTruthy();
    await switchTo('Version 1');
    expect(src()).toBe('/files/1.mp4');
    expect(panel.getByText('Caption 1')).toBeTruthy();
    expect(panel.queryByText('Caption 2')).toBeNull();
    const remarks = panel.getByRole('region', { name: 'Changes you requested on this version' });
    expect(
      within(remarks)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['at 0:04', 'at 0:12']);
    expect(remarks.textContent).toContain('Start over');
    expect(dialog.querySelectorAll('[title^="Remark at"]')).toHaveLength(2);
  });

  test('plays from a remark’s second on a tap', async () => {
    const { panel, dialog, switchTo, user } = await open(secondDraft());
    await switchTo('Version 1');
    await user.click(panel.getByRole('button', { name: 'Show 0:12 in the video' }));
    const video = dialog.querySelector('video');
    expect(video?.currentTime).toBe(12);
    expect(HTMLMediaElement.prototype.play).toHaveBeenCalledTimes(1);
    // Its file loads only now.
    if (video) act(() => void fireEvent.loadedMetadata(video));
    expect(video?.currentTime).toBe(12);
  });

  test('is shown at the second named by a request for changes', async () => {
    const { panel, dialog, src, user } = await open(secondDraft());
    const before = within(panel.getByRole('region', { name: 'Changes you requested' }));
    await user.click(before.getByRole('button', { name: 'Show 0:04 in the video' }));
    expect(src()).toBe('/files/1.mp4');
    expect(dialog.querySelector<HTMLInputElement>('input[type=range]')?.value).toBe('4');
  });

  test('can’t be decided on, and links to the current one instead', async () => {
    const { panel, src, switchTo, user } = await open(secondDraft());
    await switchTo('Version 1');
    expect(panel.queryByRole('button', { name: /^Approve|^Request changes/ })).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Back to the current version' }));
    expect(src()).toBe('/files/2.mp4');
    expect(panel.getByRole('button', { name: 'Approve draft' })).toBeTruthy();
  });

  test('whose file was deleted shows a message', async () => {
    const { panel, src, switchTo } = await open(
      secondDraft(earlier(1, { fulfillment: null, metadata: { caption: null } })),
    );
    await switchTo('Version 1');
    expect(panel.getByText('The video for this version has been deleted.')).toBeTruthy();
    expect(src()).toBeNull();
  });
});

describe('an approved draft', () => {
  test('can be watched again while its link is due', async () => {
    const offer = {
      ...approved,
      review: {
        attempt: 2,
        draftAttempts: 1,
        submittedAt: null,
        changeRequests: [],
        earlier: [earlier(1, { approvedAt: at })],
      },
    };
    const { panel, src, switchTo } = await open(offer);
    expect(panel.getByText('Post Link Pending')).toBeTruthy();
    await switchTo('Draft');
    expect(src()).toBe('/files/1.mp4');
    expect(panel.getByText(/^Draft, version 1 · submitted/).textContent).toContain('· approved');
  });

  test('is compared with its post, where the decision stays', async () => {
    const { panel, src, switchTo } = await open(posted);
    expect(panel.getByRole('button', { name: 'Post', pressed: true })).toBeTruthy();
    expect(panel.queryByRole('group', { name: 'Versions' })).toBeNull();
    await switchTo('Draft');
    expect(src()).toBe('/files/2.mp4');
    expect(panel.getByRole('button', { name: 'Version 2', pressed: true })).toBeTruthy();
    expect(panel.getByRole('button', { name: 'Approve link' })).toBeTruthy();
    await switchTo('Post');
    expect(panel.getByRole('link', { name: /Video/ }).getAttribute('href')).toBe(postUrl);
  });
});

test('an offer with one submission has no version switch', async () => {
  const { panel } = await open(anOffer());
  expect(panel.queryByRole('group', { name: /^Versions|^Draft or post/ })).toBeNull();
});
