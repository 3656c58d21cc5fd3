import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { aCampaign, aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { aSyncStatus } from '../support/examples.ts';
import { refusal } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.tsx';
import { screenWidth } from '../support/screen-width.ts';

const path = '/dashboard/campaigns/cmp_1';

async function openPanel(part: Partial<Offer> = {}, width = 1280) {
  screenWidth(width);
  const offer = anOffer(part);
  const api = brandApi({ campaigns: [aCampaign()], offers: [offer] });
  const app = openApp(`${path}?offerId=${offer.id}`);
  const dialog = await screen.findByRole('dialog', { name: 'Ada Moss' });
  return { ...app, api, dialog, panel: within(dialog) };
}

describe('the panel', () => {
  test('shows the creator and links to the profile, safely, in a new tab', async () => {
    const { panel } = await openPanel();
    const link = panel.getByRole('link', { name: 'Ada Moss’s profile, opens in a new tab' });
    expect(link.getAttribute('href')).toBe('https://www.tiktok.com/@adamoss');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noreferrer');
    expect(link.textContent).toBe('TikTok@adamoss');
  });

  test.each([
    ['YOUTUBE', 'https://www.youtube.com/@ada%2Fmoss'],
    ['INSTAGRAM', 'https://www.instagram.com/ada%2Fmoss'],
    ['FACEBOOK', 'https://www.facebook.com/ada%2Fmoss'],
    ['SNAPCHAT', 'https://www.snapchat.com/add/ada%2Fmoss'],
    ['TWITTER', 'https://x.com/ada%2Fmoss'],
  ] as const)('links to the profile on %s', async (platform, href) => {
    const { panel } = await openPanel({ socialAccount: { platform, username: '@ada/moss', avatarUrl: null } });
    expect(panel.getByRole('link', { name: /profile/ }).getAttribute('href')).toBe(href);
  });

  test('shows the stage, and when it was entered', async () => {
    const { panel } = await openPanel({
      currentStage: {
        type: 'AWAITING_EVIDENCE_CLEARANCE',
        enteredAt: '2026-01-02T12:30:00.000Z',
        fulfillment: aFulfillment(),
      },
    });
    expect(panel.getByText('Review draft')).toBeTruthy();
    const time = panel.getByText(/^Jan 2, 2026, \d{1,2}:30 [AP]M$/) as HTMLTimeElement;
    expect(time.dateTime).toBe('2026-01-02T12:30:00.000Z');
  });

  test('is 400px wide on a desktop, and full width on a phone', async () => {
    const desk = await openPanel();
    const sizeOf = ({ dialog }: typeof desk) =>
      dialog.closest<HTMLElement>('.mantine-Drawer-root')?.style.getPropertyValue('--drawer-size');
    expect(sizeOf(desk)).toMatch(/^calc\(25rem/);
    desk.unmount();
    expect(sizeOf(await openPanel({}, 360))).toBe('100%');
  });

  test.each([
    [
      'its button',
      async ({ user, panel }: Awaited<ReturnType<typeof openPanel>>) =>
        user.click(panel.getByRole('button', { name: 'Close offer' })),
    ],
    [
      'a click outside',
      async ({ user }: Awaited<ReturnType<typeof openPanel>>) =>
        user.click(document.querySelector('.mantine-Drawer-overlay') as Element),
    ],
    ['Escape', async ({ user }: Awaited<ReturnType<typeof openPanel>>) => user.keyboard('{Escape}')],
  ])('opened by a link is closed by %s, and removed from the URL', async (_, close) => {
    const app = await openPanel();
    const steps = window.history.length;
    await close(app);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(app.address()).toBe(path));
    expect(window.history.length).toBe(steps);
  });

  test('opened from its row is closed by Back, which returns the focus to the row', async () => {
    screenWidth(360);
    brandApi({ campaigns: [aCampaign()], offers: [anOffer()] });
    const { user, address } = openApp(path);
    const row = await screen.findByRole('button', { name: /Ada Moss/ });
    await user.click(row);
    await screen.findByRole('dialog', { name: 'Ada Moss' });
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(path);
    await waitFor(() => expect(document.activeElement).toBe(row));
  });

  test('closing it by its button goes back in history', async () => {
    screenWidth(1280);
    brandApi({ campaigns: [aCampaign()], offers: [anOffer()] });
    const { user, router } = openApp(path);
    const step = () => router.history.location.state.__TSR_index;
    const row = await screen.findByRole('button', { name: /Ada Moss/ });
    const index = step();
    await user.click(row);
    const dialog = await screen.findByRole('dialog', { name: 'Ada Moss' });
    expect(step()).toBe(index + 1);
    await user.click(within(dialog).getByRole('button', { name: 'Close offer' }));
    await waitFor(() => expect(step()).toBe(index));
    await waitFor(() => expect(document.activeElement).toBe(row));
  });

  test('traps the focus', async () => {
    const { user, dialog } = await openPanel();
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    for (let step = 0; step < 12; step += 1) {
      await user.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
  });

  test('keeps filter and page in the URL', async () => {
    screenWidth(1280);
    const offers = Array.from({ length: 12 }, (_, index) => anOffer({ id: `off_${index + 1}` }));
    brandApi({ campaigns: [aCampaign()], offers });
    const { user, address } = openApp(`${path}?offers=with-brand&page=2`);
    const [row] = await screen.findAllByRole('button', { name: 'Ada Moss' });
    await user.click(row as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Ada Moss' });
    expect(address()).toMatch(/^\/dashboard\/campaigns\/cmp_1\?offers=with-brand&page=2&offerId=off_\d+$/);
    await user.click(within(dialog).getByRole('button', { name: 'Close offer' }));
    await waitFor(() => expect(address()).toBe(`${path}?offers=with-brand&page=2`));
  });

  test.each([
    [404, 'not_found', 'Couldn’t open this offer'],
    [500, 'internal', 'Couldn’t open this offer'],
    [503, 'not_available_offline', 'This offer is not available offline yet'],
  ])('of an offer that fails to load (%i) is removed from the URL', async (status, code, text) => {
    screenWidth(1280);
    const api = brandApi({ campaigns: [aCampaign()] });
    api.on(targets.offer('off_9'), () => refusal(status, code, 'No.'));
    const { address } = openApp(`${path}?offerId=off_9`);
    await waitFor(() => expect(address()).toBe(path));
    expect(await screen.findByText(text)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('opens before the offer has loaded, and can be closed', async () => {
    screenWidth(1280);
    const api = brandApi({ campaigns: [aCampaign()] });
    api.on(targets.offer('off_9'), () => new Promise(() => undefined));
    const { user, address } = openApp(`${path}?offerId=off_9`);
    const dialog = await screen.findByRole('dialog', { name: 'Offer' });
    expect(within(dialog).getByText('Loading offer')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Close offer' }));
    await waitFor(() => expect(address()).toBe(path));
  });
});

const submitted = (part: Parameters<typeof aFulfillment>[0]): Partial<Offer> => ({
  currentStage: {
    type: 'AWAITING_EVIDENCE_CLEARANCE',
    enteredAt: '2026-01-02T00:00:00.000Z',
    fulfillment: aFulfillment(part),
  },
});
describe('a draft', () => {
  const video = (dialog: HTMLElement) => dialog.querySelector('video') as HTMLVideoElement;

  test('is a video that shows its still first, and plays in place on a tap', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const { user, dialog, panel } = await openPanel(
      submitted({ metadata: { caption: 'One bag, two nights', posterUrl: '/media/demo/poster.webp' } }),
    );
    expect(video(dialog).getAttribute('src')).toBe('/media/demo/coffee.mp4');
    expect(video(dialog).poster).toMatch(/\/media\/demo\/poster\.webp$/);
    expect(video(dialog).playsInline ?? video(dialog).hasAttribute('playsinline')).toBe(true);
    expect(video(dialog).controls).toBe(false);
    // The video must not load before it is played.
    expect(video(dialog).preload).toBe('none');
    await user.click(panel.getByRole('button', { name: 'Play Ada Moss’s draft' }));
    expect(play).toHaveBeenCalledTimes(1);
    expect(panel.queryByRole('button', { name: /^Play Ada/ })).toBeNull();
    expect(panel.getByRole('slider', { name: 'Position in the video' })).toBeTruthy();
    expect(panel.getByText('One bag, two nights')).toBeTruthy();
  });

  test('resumes where playback stopped', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const src = '/media/demo/left-in-the-middle.mp4';
    const { user, dialog, panel } = await openPanel(submitted({ fulfillment: src }));
    await user.click(panel.getByRole('button', { name: /^Play Ada/ }));
    Object.defineProperty(video(dialog), 'currentTime', { value: 4.5 });
    fireEvent.timeUpdate(video(dialog));
    await user.click(panel.getByRole('button', { name: 'Close offer' }));
    await user.click(await screen.findByRole('button', { name: /Ada Moss/ }));
    const again = await screen.findByLabelText<HTMLVideoElement>('Ada Moss’s draft');
    let at = 0;
    Object.defineProperty(again, 'currentTime', {
      get: () => at,
      set: (seconds: number) => {
        at = seconds;
      },
    });
    act(() => {
      fireEvent.loadedMetadata(again);
    });
    expect(at).toBe(4.5);
  });

  test('that can’t be played shows an error, can be opened elsewhere, and can be retried', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const load = vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
    const { user, dialog, panel } = await openPanel();
    await user.click(panel.getByRole('button', { name: /^Play Ada/ }));
    act(() => {
      fireEvent.error(video(dialog));
    });
    const failure = within(panel.getByRole('alert'));
    expect(failure.getByText('This video can’t be played. Your browser may not support its format.')).toBeTruthy();
    const file = failure.getByRole('link', { name: 'Open the file, opens in a new tab' });
    expect(file.getAttribute('href')).toBe(video(dialog).getAttribute('src'));
    await user.click(failure.getByRole('button', { name: 'Try again' }));
    expect(load).toHaveBeenCalledTimes(1);
    expect(play).toHaveBeenCalledTimes(2);
    expect(panel.queryByRole('alert')).toBeNull();
  });

  test('that can’t be played offline says that it needs a connection', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const { user, dialog, panel } = await openPanel();
    act(() => setSyncStatus(aSyncStatus({ online: false })));
    await user.click(panel.getByRole('button', { name: /^Play Ada/ }));
    act(() => {
      fireEvent.error(video(dialog));
    });
    const failure = within(panel.getByRole('alert'));
    expect(failure.getByText('This video can’t be played. Reconnect to load it.')).toBeTruthy();
    expect(failure.queryByRole('link')).toBeNull();
  });

  test('has a long caption collapsed to a few lines, with "more"', async () => {
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(200);
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(66);
    const { user, panel } = await openPanel(submitted({ metadata: { caption: 'line\n'.repeat(9) } }));
    await user.click(panel.getByRole('button', { name: 'more' }));
    expect(panel.getByRole('button', { name: 'less', expanded: true })).toBeTruthy();
  });

  test('with a short caption has nothing to expand, and without one shows none', async () => {
    const short = await openPanel(submitted({ metadata: { caption: 'Short' } }));
    expect(short.panel.getByRole('heading', { name: 'Caption' })).toBeTruthy();
    expect(short.panel.queryByRole('button', { name: 'more' })).toBeNull();
    short.unmount();
    expect((await openPanel()).panel.queryByRole('heading', { name: 'Caption' })).toBeNull();
  });

  test('shows its version, and earlier requests for changes, newest first', async () => {
    const { panel } = await openPanel({
      review: {
        attempt: 3,
        submittedAt: new Date(Date.now() - 7 * 60_000 - 500).toISOString(),
        changeRequests: [
          { attempt: 1, requestedAt: '2026-01-01T00:00:00.000Z', templateNames: ['START_OVER'] },
          {
            attempt: 2,
            requestedAt: '2026-01-02T00:00:00.000Z',
            templateNames: ['ENSURE_BRAND_VISIBILITY', 'REMOVE_COMPETING_BRANDS'],
          },
        ],
      },
    });
    expect(panel.getByText(/^Version 3 · submitted/).textContent).toBe('Version 3 · submitted 7 min ago');
    const asked = within(panel.getByRole('region', { name: 'Changes you requested' }));
    expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/, .* ago/, ': '))).toEqual([
      'Version 2: Ensure brand visibility, Remove competing brands',
      'Version 1: Start over',
    ]);
  });
});

describe('the history', () => {
  const event = (move: string, day: number, part: object = {}) => ({
    ...{ move, by: 'creator', stage: 'SUBMIT_EVIDENCE', at: `2026-01-0${day}T00:00:00.000Z` },
    ...part,
  });
  const linesOf = ({ panel }: Awaited<ReturnType<typeof openPanel>>) =>
    within(panel.getByRole('region', { name: 'History' }))
      .getAllByRole('listitem')
      .map((item) => item.firstElementChild?.textContent);

  test('shows the newest three first, and the others on a tap', async () => {
    const app = await openPanel({
      history: [
        event('invite', 1, { by: 'provider', stage: 'OFFERED' }),
        event('accept', 2),
        event('submit-draft', 3),
        event('approve', 4, { by: 'brand' }),
        event('submit-link', 5),
        event('approve', 6, { by: 'provider', stage: 'ONGOING' }),
      ],
    });
    expect(linesOf(app)).toEqual(['Link approved on your behalf', 'Link submitted', 'Draft approved']);
    await app.user.click(app.panel.getByRole('button', { name: 'Show all 6' }));
    expect(linesOf(app).slice(3)).toEqual(['Draft submitted', 'Accepted by the creator', 'Offered to the creator']);
    expect(app.panel.getByRole('button', { name: 'Show less', expanded: true })).toBeTruthy();
  });

  test('shows reasons, and skips moves of a newer server that this version doesn’t know', async () => {
    const app = await openPanel({
      history: [event('teleport', 1), event('invalidate', 2, { by: 'provider', reason: 'The account was sold.' })],
    });
    expect(linesOf(app)).toEqual(['Invalidated by admin']);
    expect(app.panel.getByText('The account was sold.')).toBeTruthy();
  });

  test('is hidden if the server sends none', async () => {
    const { panel } = await openPanel();
    expect(panel.queryByRole('region', { name: 'History' })).toBeNull();
  });
});
