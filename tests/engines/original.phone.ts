import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import { linkOriginal } from '#contract/brand/offer.ts';
import { uploadsPath } from '#contract/creator/draft-uploads.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { campaigns, fulfillments } from '#server/database/tables/tables.ts';
import { handIn } from '#tests/e2e/fixtures/steps/hand-in.ts';
import { button, expectText, expectThere } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

const film = '/media/demo/coffee.mp4';
/** Makes the file take several parts of 5 MB, so that a cut falls between two. */
const paddingBytes = 24_000_000;

/**
 * Runs in the creators' page: chooses the original, which is the video followed by noise from a fixed seed, in a box
 * that players skip. With noise, a part that is sent twice or left out changes the file's hash.
 * @returns SHA-256 of the file in hex
 */
async function pickOriginal([path, bytes]: readonly [string, number]): Promise<string> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no field for a video.');
  const head = await (await fetch(path)).arrayBuffer();
  const padding = new Uint8Array(bytes);
  let seed = 1;
  for (let at = 8; at < bytes; at += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    padding[at] = seed >>> 24;
  }
  new DataView(padding.buffer).setUint32(0, bytes);
  padding.set(new TextEncoder().encode('free'), 4);
  const file = new File([head, padding], 'IMG_0042.MP4', { type: 'video/mp4' });
  const picked = new DataTransfer();
  picked.items.add(file);
  input.files = picked.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
const picking = [film, paddingBytes] as const;

test('an interrupted original resumes when its file is chosen again, and its brand gets the exact bytes', async ({
  phone,
  tab,
  brand,
  server,
  cable,
}) => {
  const { db } = server;
  await db.update(campaigns).set({ asksForOriginals: true }).where(eq(campaigns.id, brand.campaignId));
  const since = { stageType: 'SUBMIT_EVIDENCE', stageEnteredAt: new Date() } as const;
  const offerId = await server.given.offer(brand.id, brand.campaignId, since);
  const token = await server.creatorToken(offerId);
  const content = new Uint8Array(await (await fetch(`http://127.0.0.1:${server.port}${film}`)).arrayBuffer());
  await handIn(server, token, { filename: 'IMG_0042.mp4', content, isRendition: true });
  await server.makeRenditions('copying');

  const ofOriginal = and(
    eq(draftUploads.offerId, offerId),
    isNull(draftUploads.goneAt),
    eq(draftUploads.name, 'IMG_0042.MP4'),
  );
  const original = async () => (await db.select().from(draftUploads).where(ofOriginal))[0];
  await tab.open(`/c/${token}`);
  await expectText(tab, { role: 'heading', name: / is reviewing your draft$/, level: 2 }, / is reviewing your draft$/);
  await cable.setMode({ kind: 'delay', ms: 1_000, match: { method: 'PATCH' } });
  await expectThere(tab, button('Send the original'));
  const digest = await tab.evaluate(pickOriginal, picking);
  await expect.poll(async () => (await original())?.receivedBytes ?? 0, { timeout: 60_000 }).toBeGreaterThan(0);
  await cable.setMode({ kind: 'refuse' });
  // The phone runs out of memory and loses its storage, so the file has to be chosen again.
  await phone.kill();
  await phone.evict();
  const cut = await original();
  expect(cut?.state).toBe('UPLOADING');
  expect(cut?.receivedBytes).toBeLessThan(cut?.sizeBytes ?? 0);

  await cable.setMode({ kind: 'pass' });
  await phone.start();
  const reopened = await phone.newTab();
  await reopened.open(`/c/${token}`);
  await expectThere(reopened, button('Choose the file again'));
  const resumed = cable.nextRequest({ pathPattern: /\/creator\/v1\.0\/uploads/ });
  expect(await reopened.evaluate(pickOriginal, picking)).toBe(digest);
  expect(await resumed).toMatchObject({ method: 'HEAD', path: `${uploadsPath}/${cut?.id}` });
  await expect.poll(async () => (await original())?.state, { timeout: 60_000 }).toBe('ORDERED');
  expect((await original())?.id).toBe(cut?.id);
  await server.makeRenditions('copying');
  expect(await original()).toMatchObject({ state: 'READY', isOriginalKept: true });

  await db.update(fulfillments).set({ acceptedAt: new Date() }).where(eq(fulfillments.offerId, offerId));
  const { accessToken } = await server.sessionOf(brand.id);
  const address = `http://127.0.0.1:${server.port}`;
  const linked = await fetch(address + pathOf(linkOriginal, { id: offerId }), {
    method: linkOriginal.method,
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  const { path } = v.parse(linkOriginal.answer, await linked.json());
  const answer = await fetch(address + path);
  expect(answer.status).toBe(200);
  const got = Buffer.from(await answer.arrayBuffer());
  expect(createHash('sha256').update(got).digest('hex')).toBe(digest);
});
