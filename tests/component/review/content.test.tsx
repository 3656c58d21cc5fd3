import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { writeSession } from '#api/session/session.ts';
import { linkOriginal, type Offer } from '#contract/brand/offer.ts';
import { ContentPreview } from '#features/review/submission/ContentPreview.tsx';
import { Original } from '#features/review/submission/Original.tsx';
import { aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';
import { aSession } from '../support/examples.ts';
import { fakeApi, noNetwork, refusal } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';
import { review } from '../support/review.tsx';

const submitted = (part: Parameters<typeof aFulfillment>[0]): Partial<Offer> => ({
  currentStage: {
    type: 'AWAITING_EVIDENCE_CLEARANCE',
    enteredAt: '2026-01-02T00:00:00.000Z',
    fulfillment: aFulfillment(part),
  },
});
const awaited = (
  fulfillment: Offer['currentStage']['fulfillment'],
  type: Offer['currentStage']['type'] = 'SUBMIT_EVIDENCE',
) => ({
  currentStage: { type, enteredAt: '2026-01-02T00:00:00.000Z', fulfillment },
});
const nothing = { fulfillment: null } as const;

describe('the content panel before a submission', () => {
  test.each([
    ['no record yet', awaited(null), 'Submission content will appear here'],
    ['a draft', awaited(aFulfillment(nothing)), 'Submission content will appear here'],
    ['a post link', awaited(aFulfillment({ ...nothing, evidenceType: 'PUBLISHED_VIDEO_URL' })), 'Post Link Pending'],
    [
      'another draft',
      awaited(aFulfillment({ ...nothing, rejectedFulfillmentId: 'ful_0' })),
      'Resubmission content/link will appear here',
    ],
    [
      'another link',
      awaited(aFulfillment({ ...nothing, evidenceType: 'PUBLISHED_VIDEO_URL', rejectedFulfillmentId: 'ful_0' })),
      'Resubmission content/link will appear here',
    ],
    ['the creator’s acceptance', awaited(null, 'OFFERED'), 'Submission content will appear here'],
    ['nothing anymore', awaited(null, 'REJECTED'), 'No draft or link was submitted.'],
  ] satisfies [string, Partial<Offer>, string][])('awaits %s', async (_, part, text) => {
    renderWithApp(<ContentPreview offer={anOffer(part)} />);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

test('a caption to be cleared is shown', async () => {
  const caption = { ...nothing, metadata: { caption: 'Coffee on a ridge. #ad' } };
  const { panel } = await review(anOffer(awaited(aFulfillment(caption), 'AWAITING_CUSTOM_CAPTION_CLEARANCE')));
  expect(panel.getByText('The draft will appear here once the caption is approved')).toBeTruthy();
  expect(panel.getByText('Coffee on a ridge. #ad')).toBeTruthy();
});

describe('an original', () => {
  const name = `${'a long name '.repeat(16)}.mov`;
  const link = `POST ${linkOriginal.path.replace('{id}', 'off_1')}`;
  const show = () => {
    writeSession(aSession());
    return renderWithApp(<Original offerId="off_1" original={{ name, sizeBytes: 240_000_000 }} />);
  };

  test('is explained, and downloaded from a signed URL', async () => {
    const api = fakeApi({ [link]: () => ({ path: '/brand/v1.0/originals/t', expiresAt: '2026-01-02T00:00:00.000Z' }) });
    const downloads: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      downloads.push(`${this.hasAttribute('download')} ${new URL(this.href).pathname}`);
    });
    const { user } = show();
    expect(await screen.findByText(name)).toBeTruthy();
    expect(screen.getByText('240 MB, as recorded. You approved a smaller copy.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Download original' }));
    await waitFor(() => expect(downloads).toEqual(['true /brand/v1.0/originals/t']));
    expect(api.to(link)).toHaveLength(1);
    vi.restoreAllMocks();
  });

  test('that was deleted shows a message', async () => {
    fakeApi({ [link]: () => refusal(404, 'not_found', 'This offer has no original yet.') });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Download original' }));
    expect(await screen.findByText('Couldn’t download the original.')).toBeTruthy();
    expect(screen.getByText('This offer has no original yet.')).toBeTruthy();
  });
});

describe('a post', () => {
  const oembed = 'GET /oembed';
  const tikTok = 'https://www.tiktok.com/@adamoss/video/7300000000000000001';
  const embedded = {
    html: '<blockquote data-video-id="7300000000000000001"><script>steal()</script></blockquote>',
    thumbnail_url: 'https://p16.tiktokcdn.com/cover.jpg',
    author_name: 'Ada on TikTok',
  };
  const linked = (url: string, platform: Offer['socialAccount']['platform']): Partial<Offer> => ({
    ...submitted({ evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: url }),
    socialAccount: { platform, username: 'adamoss', avatarUrl: null },
  });

  async function show(part: Partial<Offer>, answer: () => unknown = noNetwork) {
    const api = fakeApi({ [oembed]: answer });
    const app = renderWithApp(<ContentPreview offer={anOffer(part)} />);
    await waitFor(() => expect(app.container.textContent).not.toBe(''));
    return { ...app, api };
  }

  test('on TikTok is a card with its cover, and loads TikTok’s player only on a tap', async () => {
    const { user, container, api } = await show(linked(tikTok, 'TIKTOK'), () => embedded);
    const play = await screen.findByRole('button', { name: 'Play Ada Moss’s post' });
    expect(api.to(oembed)[0]?.query).toEqual({ url: tikTok });
    // The request must not reveal the brand to another server.
    expect(api.to(oembed)[0]?.headers.get('Authorization')).toBeNull();
    expect(container.querySelector('img')?.getAttribute('src')).toBe('https://p16.tiktokcdn.com/cover.jpg');
    expect(screen.getByText('Ada on TikTok')).toBeTruthy();
    expect(container.querySelector('iframe')).toBeNull();
    await user.click(play);
    const frame = screen.getByTitle('Ada Moss’s post');
    expect(frame.getAttribute('src')).toMatch(/^https:\/\/www\.tiktok\.com\/player\/v1\/7300000000000000001\?/);
    expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
    expect(document.querySelector('script[src], blockquote')).toBeNull();
  });

  test.each([
    ['was removed', () => refusal(404, 'not_found', 'Gone')],
    ['has no video', () => ({ html: '<p>Nothing</p>' })],
    ['returns something else', () => ({ status_msg: 'no' })],
  ])('on TikTok that %s shows a message, and the link stays', async (_, answer) => {
    const { api, user } = await show(linked(tikTok, 'TIKTOK'), answer);
    expect(
      await screen.findByText(
        'Error fetching TikTok embedded video, please check if it has been removed or try again later',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: /^TikTok\s*Video/ }).getAttribute('href')).toBe(tikTok);
    api.on(oembed, () => embedded);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Play Ada Moss’s post' })).toBeTruthy();
  });

  test.each([
    ['YOUTUBE', 'https://www.youtube.com/shorts/abc'],
    ['INSTAGRAM', 'https://www.instagram.com/reel/abc/'],
    ['FACEBOOK', 'https://www.facebook.com/watch/abc'],
  ] as const)('on %s is a link named Video, in a new tab', async (platform, url) => {
    const { container } = await show({
      ...awaited(null, 'CLEARED'),
      finalPostUrl: url,
      socialAccount: { platform, username: 'adamoss', avatarUrl: null },
    });
    const link = screen.getByRole('link', { name: /Video/ });
    expect(link.getAttribute('href')).toBe(url);
    expect(link.getAttribute('rel')).toBe('noreferrer');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(container.querySelector('video, iframe')).toBeNull();
  });

  test('that is finished is shown instead of its draft', async () => {
    await show({ ...awaited(aFulfillment(), 'ONGOING'), finalPostUrl: tikTok }, () => embedded);
    expect(await screen.findByRole('button', { name: 'Play Ada Moss’s post' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /draft/ })).toBeNull();
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'not an address'])(
    'with the address %j has no link',
    async (url) => {
      await show(linked(url, 'YOUTUBE'));
      expect(screen.getByText('This post has no valid link.')).toBeTruthy();
      expect(screen.queryByRole('link', { name: /Video/ })).toBeNull();
    },
  );
});

describe('a draft whose file was analyzed', () => {
  const draft = (metadata: object) =>
    anOffer(submitted({ fulfillment: '/files/draft.mp4', metadata: { caption: null, ...metadata } }));

  test('shows its length, and reserves space by its aspect ratio before it has loaded', async () => {
    const media = { durationMs: 62_400, width: 1280, height: 720, hasSound: true };
    renderWithApp(<ContentPreview offer={draft(media)} />);
    expect(await screen.findByText('1:02')).toBeTruthy();
    const place = screen.getByRole('button', { name: /^Play .*draft$/ }).parentElement;
    expect(Number(place?.style.getPropertyValue('--ratio'))).toBeCloseTo(16 / 9);
  });

  test('says that it has no sound', async () => {
    renderWithApp(<ContentPreview offer={draft({ durationMs: 9_600, width: 720, height: 1280, hasSound: false })} />);
    expect(await screen.findByText('0:10 · no sound')).toBeTruthy();
  });

  test('without facts uses the default space', async () => {
    renderWithApp(<ContentPreview offer={draft({})} />);
    const place = (await screen.findByRole('button', { name: /^Play .*draft$/ })).parentElement;
    expect(place?.style.getPropertyValue('--ratio')).toBe('');
    expect(screen.queryByText(/^\d+:\d\d/)).toBeNull();
  });
});
