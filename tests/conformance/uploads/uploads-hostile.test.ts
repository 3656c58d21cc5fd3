import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { demoMediaDir } from '#server/paths.ts';
import { createPictureDrawer } from '#server/services/files/pictures/picture-drawer.ts';
import { subjectKey } from '#server/services/shared/attempts.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { flatPicture, uploadOf } from '#tests/support/servers/brand-files.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startTestServer } from '#tests/support/servers/server.ts';
import { world } from '#tests/support/servers/world.ts';

const folder = newFolder(afterAll);
const { server, loggedIn } = await apiServer({ drawing: { timeMs: 5_000 } });

/** A 3 KB SVG that takes minutes to render; the rendering library can't be interrupted. */
const noise = '<feTurbulence type="turbulence" baseFrequency="0.9" numOctaves="200"/>';
const slow = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f" x="0" y="0" width="1" height="1">${noise.repeat(40)}</filter><rect width="4000" height="4000" filter="url(#f)"/></svg>`,
);

const slowOrder = { from: join(folder, 'slow.svg'), to: join(folder, 'slow.webp') };
writeFileSync(slowOrder.from, slow);

async function uploader() {
  const { token } = await loggedIn();
  return async (content: Buffer) => {
    const { status, error } = await call(server, endpoints.uploadFiles, { token, body: uploadOf([content]) });
    return [status, error?.message ?? null];
  };
}

test('a picture that takes forever is given up, without delaying others', async () => {
  const [attacker, other] = [await uploader(), await uploader()];
  const order: string[] = [];
  const attack = attacker(slow).finally(() => order.push('slow'));
  const logo = await flatPicture();
  const quick = other(logo).finally(() => order.push('quick'));
  expect(await quick).toEqual([200, null]);
  expect(await attack).toEqual([415, expect.stringContaining('takes too much time or memory')]);
  expect(order).toEqual(['quick', 'slow']);
  // A killed process is replaced.
  expect(await attacker(logo)).toEqual([200, null]);
});

test('a process over its memory limit is killed', async () => {
  const small = await startTestServer({ drawing: { memoryBytes: 1_000_000 } });
  const token = (await small.sessionOf(await world(small.db).brand())).accessToken;
  const body = uploadOf([slow], { mime: 'image/svg+xml' });
  expect((await call(small, endpoints.uploadFiles, { token, body })).status).toBe(415);
  await small.close();
});

test('a brand can store 2 GB a day, and repeated files cost nothing', async () => {
  const { brandId, token } = await loggedIn();
  const upload = async (content: Buffer) => {
    const body = uploadOf([content], { destination: 'campaigns/media', name: 'film', mime: 'video/mp4' });
    return (await call(server, endpoints.uploadFiles, { token, body })).status;
  };
  const film = readFileSync(join(demoMediaDir(), 'coffee.mp4'));
  expect(await upload(film)).toBe(200);
  const subject = subjectKey(['upload kilobytes', brandId]);
  const [row] = await server.db.select().from(attempts).where(eq(attempts.subject, subject));
  expect(row?.count).toBe(Math.ceil(film.length / 1000));
  await server.db.update(attempts).set({ count: 2_000_000 }).where(eq(attempts.subject, subject));
  expect(await upload(film)).toBe(200);
  expect(await upload(readFileSync(join(demoMediaDir(), 'recipe.mp4')))).toBe(429);
});

test('rendering and queued pictures end with the server', async () => {
  const drawer = createPictureDrawer();
  const drawn = [
    drawer.redraw('brd_1', slowOrder),
    drawer.redraw('brd_1', slowOrder),
    drawer.redraw('brd_2', slowOrder),
  ];
  const outcomes = Promise.allSettled(drawn);
  drawer.close();
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  }
});

test('a brand can have at most twenty pictures queued', async () => {
  const drawer = createPictureDrawer();
  const drawn = Array.from({ length: 22 }, () => drawer.redraw('brd_1', slowOrder).catch((error: unknown) => error));
  expect(await drawn[21]).toMatchObject({ code: 'too_many_requests' });
  drawer.close();
  await Promise.all(drawn);
});
