import { type Draft, makeDraft } from '#tests/e2e/fixtures/server/brand.ts';
import {
  button,
  expectGone,
  expectText,
  expectThere,
  expectUpToDate,
  logIn,
  offerPanel,
  syncBanner,
} from './fixtures/app.ts';
import { wholeDraftFiles } from './fixtures/draft-files.ts';
import { expect, test } from './fixtures/test.ts';
import { expectPlayed } from './fixtures/video.ts';
import type { Tab } from './phones/phone.ts';

const others = [
  'Mary Jackson',
  'Annie Easley',
  'Joan Clarke',
  'Hedy Lamarr',
  'Radia Perlman',
  'Karen Jones',
  'Frances Allen',
];

/** Runs in a page: plays the open draft without sound. */
async function playOpen(): Promise<void> {
  const video = document.querySelector<HTMLVideoElement>('[role="dialog"] video');
  if (video === null) throw new Error('There is no video.');
  video.muted = true;
  video.playbackRate = 4;
  await video.play();
}

async function watch(tab: Tab): Promise<void> {
  await tab.evaluate(playOpen);
  await expectPlayed(tab, 0.5);
}

/** Approves, also if Afield asks first because only a part was watched. */
async function approve(tab: Tab, panel: ReturnType<typeof offerPanel>): Promise<void> {
  const anyway = button('Approve anyway');
  const isAsked = async () => (await tab.texts(anyway)).length > 0;
  await tab.press(button('Approve draft', panel));
  await expect.poll(async () => (await isAsked()) || (await tab.texts(panel)).length === 0).toBe(true);
  if (await isAsked()) await tab.press(anyway);
}

/** Requests a change at a second of the video. */
async function remark(tab: Tab, panel: ReturnType<typeof offerPanel>, at: string, text: string): Promise<void> {
  await tab.press(button('Request changes', panel));
  await tab.press(button(/^Add remark/, panel));
  await tab.fill({ field: /^Remark$/, within: panel }, text);
  await tab.fill({ field: /^Time in the video/, within: panel }, at);
  await tab.press(button('Request changes (1)', panel));
}

test('ten unopened drafts are reviewed in airplane mode, and each decision arrives once', async ({
  tab,
  brand,
  cable,
  server,
}) => {
  const drafts: Draft[] = [...brand.drafts];
  for (const creator of others) {
    drafts.push(await makeDraft(server, { brandId: brand.id, campaignId: brand.campaignId, creator, video: 'recipe' }));
  }
  await tab.open('/');
  await logIn(tab, brand);
  await expectUpToDate(tab);
  const files = ['coffee', 'recipe', 'review'].flatMap((scene) => [`${scene}.mp4`, `${scene}.webp`]);
  const kept = async () => (await tab.evaluate(wholeDraftFiles)).map((address) => address.replace(/.*\//, '')).sort();
  await expect.poll(kept, { timeout: 60_000 }).toEqual(files);

  await cable.setMode({ kind: 'refuse' });
  await tab.open('/dashboard/review');
  const asked = new Map([
    [2, 'Show the cup earlier.'],
    [5, 'Say the name of the roast.'],
  ]);
  const rows = { role: 'list', name: 'Submissions to review' } as const;
  const texts = () => tab.texts({ role: 'button', within: rows });
  await expect.poll(texts).toHaveLength(drafts.length);
  // Longest waiting first, the order in which they were made.
  const order = drafts.map(({ creator }) => creator);
  const listed = (await texts()).map((text) => order.find((creator) => text.includes(creator)));
  expect(listed).toEqual(order);
  await tab.press(button(drafts[0]?.creator ?? '', rows));
  for (const [place, draft] of drafts.entries()) {
    const panel = offerPanel(draft);
    await expectThere(tab, panel);
    await watch(tab);
    const text = asked.get(place);
    if (text === undefined) await approve(tab, panel);
    else await remark(tab, panel, `0:0${place % 3}`, text);
    await expectGone(tab, panel);
  }
  await expectThere(tab, { role: 'heading', name: 'You’re all caught up' });
  await expectText(tab, syncBanner, '10 actions waiting to send');

  // One is undone and has to be reviewed again.
  const undone = order[7] ?? '';
  await tab.press(button(`Undo: ${undone}`));
  await expectText(tab, syncBanner, '9 actions waiting to send');

  const ids = new Set(drafts.map(({ offerId }) => offerId));
  const applied = () => server.applied.filter(({ offerId }) => ids.has(offerId));
  expect(applied()).toEqual([]);
  const returnedAt = Date.now();
  await cable.setMode({ kind: 'pass' });
  await expect.poll(() => applied().length, { intervals: [100] }).toBe(9);
  const tookMs = Math.max(...applied().map(({ at }) => at)) - returnedAt;
  process.stdout.write(`Nine decisions were on the server ${tookMs} ms after the network had returned.\n`);
  await expectUpToDate(tab);
  const decided = applied().map(({ offerId, decision }) => `${offerId} ${decision}`);
  const wanted = drafts.flatMap(({ offerId, creator }, place) =>
    creator === undone ? [] : [`${offerId} ${asked.has(place) ? 'reject' : 'approve'}`],
  );
  expect(decided.toSorted()).toEqual(wanted.toSorted());
});
