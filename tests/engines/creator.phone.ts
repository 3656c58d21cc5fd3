import { and, eq, isNotNull } from 'drizzle-orm';
import { brandScope } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { offerMoves } from '#server/database/tables/offer-tables.ts';
import { readOffer } from '#server/services/moves/state/offers.ts';
import { button, expectText, expectThere } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

test('a creator accepts once by an emailed link despite a lost response and a reload', async ({
  tab,
  brand,
  server,
  cable,
}) => {
  const creatorId = await server.given.creator(brand.id, { firstName: 'Ada', username: 'ada.by.link' });
  const offerId = await server.given.offer(brand.id, brand.campaignId, { creatorId, stageEnteredAt: new Date() });
  const path = `/c/${await server.creatorToken(offerId)}`;
  await tab.open(path);
  await expectThere(tab, button('Accept'));
  await cable.setMode({
    kind: 'lose-answer',
    match: { method: 'POST', pathPattern: /\/creator\/v1\.0\/offer\/moves$/ },
  });
  await tab.press(button('Accept'));
  const isAccepted = and(eq(offerMoves.offerId, offerId), eq(offerMoves.move, 'accept'));
  const accepted = () => server.db.select({ move: offerMoves.move }).from(offerMoves).where(isAccepted);
  await expect.poll(accepted).toHaveLength(1);
  await cable.setMode({ kind: 'pass' });
  await tab.open(path);
  await expectText(tab, { role: 'heading', name: 'Send your draft', level: 2 }, 'Send your draft');
  expect(await accepted()).toHaveLength(1);
});

/**
 * Runs in the creators' page: chooses the video at an address in the file field, as a user would. @returns its bytes
 */
async function pickVideo(path: string): Promise<number> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no field for a video.');
  const picked = new DataTransfer();
  const film = await (await fetch(path)).blob();
  picked.items.add(new File([film], 'coffee.mp4', { type: 'video/mp4' }));
  input.files = picked.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return film.size;
}

test('a draft has a still from its creator’s browser if the server has no ffmpeg', async ({ tab, brand, server }) => {
  const since = { stageType: 'SUBMIT_EVIDENCE', stageEnteredAt: new Date() } as const;
  const offerId = await server.given.offer(brand.id, brand.campaignId, since);
  await tab.open(`/c/${await server.creatorToken(offerId)}`);
  await expectThere(tab, button('Choose a video'));
  await tab.evaluate(pickVideo, '/media/demo/coffee.mp4');
  const send = button(/^Send to /);
  await expect.poll(() => tab.texts(send), { timeout: 60_000 }).toHaveLength(1);
  await tab.press(send);
  await expect
    .poll(async () => {
      await server.makeRenditions('copying');
      const { currentStage } = await readOffer(brandScope(server.db, brand.id), offerId);
      return currentStage.fulfillment?.metadata.posterUrl;
    })
    .toMatch(/^\/files\/.*\.webp$/);
});

test('an original follows its draft through a cut and a reload, and is the chosen file', async ({
  tab,
  brand,
  server,
  cable,
}) => {
  const campaignId = await server.given.campaign(brand.id, { asksForOriginals: true });
  const since = { stageType: 'AWAITING_EVIDENCE_CLEARANCE', stageEnteredAt: new Date() } as const;
  const offerId = await server.given.offer(brand.id, campaignId, since);
  await server.given.submission(brand.id, offerId);
  const now = new Date();
  const ofDraft = { state: 'READY', isRendition: true, orderedAt: now, changedAt: now, createdAt: now } as const;
  const fileName = `${brand.id}/${'a'.repeat(43)}.mp4`;
  await server.given.upload(brand.id, offerId, { ...ofDraft, fileName, durationMs: 14_400 });
  const path = `/c/${await server.creatorToken(offerId)}`;
  await tab.open(path);
  const send = button('Send the original');
  await expectThere(tab, send);
  await cable.setMode({ kind: 'reset', match: { method: 'PATCH' } });
  const sizeBytes = await tab.evaluate(pickVideo, '/media/demo/coffee.mp4');
  await expectThere(tab, button('Skip'));
  const isOriginal = and(eq(draftUploads.offerId, offerId), isNotNull(draftUploads.originalOf));
  const rows = () => server.db.select().from(draftUploads).where(isOriginal);
  await expect.poll(rows).toHaveLength(1);
  await cable.setMode({ kind: 'pass' });
  await tab.open(path);
  await expect
    .poll(async () => {
      // A browser that hasn't kept the file asks for it again.
      if ((await tab.texts(button('Choose the file again'))).length > 0)
        await tab.evaluate(pickVideo, '/media/demo/coffee.mp4');
      await server.makeRenditions('copying');
      return (await rows()).map((row) => [row.state, row.isOriginalKept, row.sizeBytes]);
    })
    .toEqual([['READY', true, sizeBytes]]);
  await expectText(tab, { role: 'region', name: /your draft$/ }, 'Original sent: coffee.mp4');
});
