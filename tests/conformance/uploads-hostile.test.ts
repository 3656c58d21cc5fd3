import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { attempts } from '#server/database/tables.ts';
import { demoMediaDir } from '#server/paths.ts';
import { subjectKey } from '#server/services/attempts.ts';
import { createPictureDrawer } from '#server/services/files/picture-drawer.ts';
import { call } from '#tests/support/call.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { world } from '#tests/support/world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ drawing: { timeMs: 5_000 } });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  return server?.close();
});

/** An SVG of 3 KB that takes minutes to render; the rendering library can't be interrupted. */
const noise = '<feTurbulence type="turbulence" baseFrequency="0.9" numOctaves="200"/>';
const slow = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f" x="0" y="0" width="1" height="1">${noise.repeat(40)}</filter><rect width="4000" height="4000" filter="url(#f)"/></svg>`,
);

const folder = mkdtempSync(join(tmpdir(), 'afield-drawn-'));
const slowOrder = { from: join(folder, 'slow.svg'), to: join(folder, 'slow.webp') };
writeFileSync(slowOrder.from, slow);

async function uploader() {
  const token = (await server.sessionOf(await world(server.db).brand())).accessToken;
  return async (content: Buffer) => {
    const files = [{ fileBase64: content.toString('base64'), filename: 'logo', mime: 'image/png' }];
    const body = { destinationPath: 'brand/profile-picture/' as const, files };
    const { status, error } = await call(server, endpoints.uploadFiles, { token, body });
    return [status, error?.message ?? null];
  };
}

test('a picture that takes for ever is given up, and holds up nobody else meanwhile', async () => {
  const [attacker, other] = [await uploader(), await uploader()];
  const order: string[] = [];
  const attack = attacker(slow).finally(() => order.push('slow'));
  const logo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b6e4f' } })
    .png()
    .toBuffer();
  const quick = other(logo).finally(() => order.push('quick'));
  expect(await quick).toEqual([200, null]);
  expect(await attack).toEqual([415, expect.stringContaining('takes too long')]);
  expect(order).toEqual(['quick', 'slow']);
  // A killed process is replaced.
  expect(await attacker(logo)).toEqual([200, null]);
});

test('a process that takes more memory than it may is given up', async () => {
  const small = await startTestServer({ drawing: { memoryBytes: 1_000_000 } });
  const token = (await small.sessionOf(await world(small.db).brand())).accessToken;
  const files = [{ fileBase64: slow.toString('base64'), filename: 'logo', mime: 'image/svg+xml' }];
  const body = { destinationPath: 'brand/profile-picture/' as const, files };
  expect((await call(small, endpoints.uploadFiles, { token, body })).status).toBe(415);
  await small.close();
});

test('a brand stores 2 GB a day, and the same again costs nothing', async () => {
  const brandId = await world(server.db).brand();
  const token = (await server.sessionOf(brandId)).accessToken;
  const upload = async (content: Buffer) => {
    const files = [{ fileBase64: content.toString('base64'), filename: 'film', mime: 'video/mp4' }];
    return (await call(server, endpoints.uploadFiles, { token, body: { destinationPath: 'campaigns/media', files } }))
      .status;
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

test('what is being drawn ends with the server, and what waits with it', async () => {
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

test('a brand has twenty pictures waiting at most', async () => {
  const drawer = createPictureDrawer();
  const drawn = Array.from({ length: 22 }, () => drawer.redraw('brd_1', slowOrder).catch((error: unknown) => error));
  expect(await drawn[21]).toMatchObject({ code: 'too_many_requests' });
  drawer.close();
  await Promise.all(drawn);
});
