import {
  approve,
  button,
  expectText,
  expectThere,
  expectToast,
  expectUpToDate,
  offerPanel,
  offerRow,
  openCampaign,
  openOffer,
  requestChanges,
} from './fixtures/app.ts';
import { wholeDraftFiles } from './fixtures/draft-files.ts';
import { expect, test } from './fixtures/test.ts';
import { expectPlayed } from './fixtures/video.ts';

test('a brand logs in, approves a draft, requests changes to another, and sees both in the list', async ({
  tab,
  brand,
  server,
}) => {
  const [first, second, third] = brand.drafts;
  await openCampaign(tab, brand);
  await expectText(tab, offerRow(first), 'Review draft');
  await approve(tab, first);
  await expectToast(tab, 'Offer approved');
  await tab.back();
  await expectText(tab, offerRow(first), 'Waiting for link');

  await requestChanges(tab, second, ['Ensure brand visibility', 'Start over']);
  await expectToast(tab, 'Offer rejected');
  await expectText(tab, offerPanel(second), 'Ensure brand visibility, Start over');
  await tab.back();
  await expectText(tab, offerRow(second), 'Waiting for resubmission');
  await expectText(tab, offerRow(third), 'Review draft');
  const ids = brand.drafts.map(({ offerId }) => offerId);
  expect(server.applied.filter(({ offerId }) => ids.includes(offerId))).toMatchObject([
    { decision: 'approve', fulfillmentId: first.fulfillmentId },
    { decision: 'reject', fulfillmentId: second.fulfillmentId },
  ]);
});

/** Runs in a page: plays the open draft's video from this second on. */
async function playFrom(startSeconds: number): Promise<void> {
  const video = document.querySelector<HTMLVideoElement>('[role="dialog"] video');
  if (video === null) throw new Error('There is no video.');
  video.muted = true;
  await video.play();
  video.currentTime = startSeconds;
}

/** Runs in a page: true once a watched file is cached on the device. */
const isCached = async (path: string) => (await caches.match(path)) !== undefined;

/** Runs in a page: requests a range of a file, as players do. */
async function readRange(path: string) {
  const response = await fetch(path, { headers: { Range: 'bytes=1000-1999' } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, range: response.headers.get('Content-Range'), bytes: bytes.join(' ') };
}

test('a draft plays from any second by range requests, and offline once watched', async ({ tab, brand, cable }) => {
  const [draft] = brand.drafts;
  await openCampaign(tab, brand);
  await openOffer(tab, draft);
  await tab.evaluate(playFrom, 2);
  await expectPlayed(tab, 2.3);
  const online = await tab.evaluate(readRange, '/media/demo/coffee.mp4');
  expect(online).toMatchObject({ status: 206, range: expect.stringMatching(/^bytes 1000-1999\/\d+$/) });
  await expectUpToDate(tab);
  // The worker caches the whole file, whatever ranges the player requests.
  const path = '/media/demo/coffee.mp4';
  const isDraftKept = async () => (await tab.evaluate(wholeDraftFiles)).some((address) => address.endsWith(path));
  await expect.poll(async () => (await tab.evaluate(isCached, path)) || (await isDraftKept())).toBe(true);

  await cable.setMode({ kind: 'refuse' });
  await tab.reload();
  await expectThere(tab, button('Approve draft', offerPanel(draft)));
  await tab.evaluate(playFrom, 2);
  await expectPlayed(tab, 2.3);
  expect(await tab.evaluate(readRange, '/media/demo/coffee.mp4')).toEqual(online);
});
