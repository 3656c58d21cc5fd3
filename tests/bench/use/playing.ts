import type { Page } from 'playwright';
import { listOffers } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { connectCountedCable } from '#tests/support/browsers/counted-cable.ts';
import { logInAndStore } from '../browser.ts';
import type { BrandPart } from './sending.ts';

interface Playable {
  panel: string;
  video: string;
}

const shownTarget = { of: 'p75', max: 500 } as const;

/** Measures a draft's time to first frame and its bytes, on the first playback and on one offline. */
export async function measurePlaying({ port, browser, login, quick, add, say }: BrandPart): Promise<void> {
  const cable = await connectCountedCable(port);
  const page = await browser.newTab();
  say('Playing: logging in, and storing it all on the phone …');
  await logInAndStore(page, cable.url, login);
  const all = await playable(page);
  const drafts = quick ? all.slice(0, 4) : all;
  const first: number[] = [];
  const cost: number[] = [];
  const sizes: number[] = [];
  for (const { panel, video } of drafts) {
    say(`Playing: ${video.slice(-47, -4).replace(/-+$/, '')} …`);
    await page.goto(`${cable.url}${panel}`);
    await playButton(page).waitFor();
    const before = cable.receivedBytes();
    first.push(await untilShown(page));
    const bytes = await untilKept(page, video);
    cost.push(((cable.receivedBytes() - before) / bytes) * 100);
    sizes.push(bytes / 1000);
  }
  await cable.close();
  const again: number[] = [];
  for (const { panel } of drafts) {
    await page.goto(`${cable.url}${panel}`);
    await playButton(page).waitFor();
    again.push(await untilShown(page));
  }
  await page.close();
  const group = 'A draft of 15 to 40 s at 720p';
  add(group, 'its size', sizes, null, 'KB');
  add(group, 'from the tap to its first frame, at first', first, shownTarget);
  add(group, 'from the tap to its first frame, without a network', again, shownTarget);
  add(group, 'what came for it at first, of its size', cost, null, '%');
}

const playButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Play .*draft$/ });

/** One pending offer for each distinct draft. */
async function playable(page: Page): Promise<Playable[]> {
  const query = { page: '1', pageSize: '100', offerStageType: 'AWAITING_EVIDENCE_CLEARANCE' };
  const found = await page.evaluate(
    async (address) => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('accessToken')}` };
      const { data } = (await (await fetch(address, { headers })).json()) as {
        data: { id: string; campaignId: string; currentStage: { fulfillment: { fulfillment: string } } }[];
      };
      return data.map(({ id, campaignId, currentStage }) => ({
        id,
        campaignId,
        video: currentStage.fulfillment.fulfillment,
      }));
    },
    pathOf(listOffers, {}, query),
  );
  const byVideo = new Map(
    found
      .filter(({ video }) => video.endsWith('.mp4'))
      .map(({ id, campaignId, video }) => [
        video,
        { video, panel: `/dashboard/campaigns/${campaignId}?offerId=${id}` },
      ]),
  );
  return [...byVideo.values()];
}

/** Milliseconds from the tap until a frame of the video has been shown. */
async function untilShown(page: Page): Promise<number> {
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const video = document.querySelector<HTMLVideoElement>('[role="dialog"] video');
        const button = document.querySelector('[role="dialog"] button[aria-label^="Play "]');
        let tappedAt = 0;
        button?.addEventListener('pointerdown', () => {
          tappedAt = performance.now();
        });
        video?.requestVideoFrameCallback(() => resolve(performance.now() - tappedAt));
      }),
  );
  await playButton(page).click();
  return shown;
}

/** Waits until the whole file is stored on the phone. @returns its bytes */
const untilKept = (page: Page, video: string): Promise<number> =>
  page.evaluate(async (address) => {
    for (;;) {
      const file = await caches.match(address);
      const bytes = file === undefined ? 0 : (await file.blob()).size;
      if (bytes > 0) return bytes;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }, video);
