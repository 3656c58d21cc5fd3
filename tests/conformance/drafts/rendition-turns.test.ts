import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { probeDraft } from '#server/services/drafts/media/probe.ts';
import { encodeSmall } from '#server/services/drafts/renditions/ffmpeg.ts';
import { type Lane, leaseMs } from '#server/services/drafts/state/orders.ts';
import { owingOffer } from '#tests/support/calls/offers.ts';
import { anEncoder, draftWorkshop } from '#tests/support/drafts/draft-workshop.ts';
import { takeOrder } from '#tests/support/drafts/renditions.ts';
import { tenMinutesOf4k } from '#tests/support/media/heavy.ts';
import { hasFfmpeg, made, silentFilm } from '#tests/support/media/make.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';

const limit = { timeout: 120_000 };
const { server, given } = await apiServer();
const { order, row, fill, fillLane, start, scripted } = draftWorkshop(server);
const [busyBrand, otherBrand] = [await given.brand(), await given.brand()];
const film = 'src/server/demo/media/coffee.mp4';

beforeEach(async () => {
  await server.db.delete(attempts);
  await server.db.delete(draftUploads);
});

const now = () => server.clock.now();
const later = () => server.clock.advance(1_000);
const gone = (id: string) => server.db.update(draftUploads).set({ goneAt: now() }).where(eq(draftUploads.id, id));
const offerOf = async (brandId: string) => owingOffer(server, brandId, await given.campaign(brandId));
const isDone = (id: string) =>
  server.db.update(draftUploads).set({ state: 'READY', leaseUntil: null }).where(eq(draftUploads.id, id));

/** Takes the next job and completes it at once. */
async function turn(lane: Lane): Promise<string | undefined> {
  later();
  const taken = await takeOrder(server.db, now(), lane);
  if (taken !== null) await isDone(taken.id);
  return taken?.id;
}

describe.each(['short', 'long'] as const)('scheduling in the %s lane', (lane) => {
  const work = lane === 'long' ? 100_000 : null;

  test('alternates between brands, so one brand’s many drafts delay another brand’s by one', async () => {
    const many: string[] = [];
    for (let count = 0; count < 3; count++) {
      many.push(await order(busyBrand, film, { work }));
      later();
    }
    const one = await order(otherBrand, film, { work });
    const turns = [await turn(lane), await turn(lane), await turn(lane), await turn(lane), await turn(lane)];
    expect(turns).toEqual([many[0], one, many[1], many[2], undefined]);
  });

  test('puts a brand with a draft in progress after others', async () => {
    await order(busyBrand, film, { work });
    later();
    expect((await takeOrder(server.db, now(), lane))?.brandId).toBe(busyBrand);
    await order(busyBrand, film, { work });
    later();
    const other = await order(otherBrand, film, { work });
    expect(await turn(lane)).toBe(other);
  });

  test('puts an offer that keeps sending drafts after the brand’s other offers', async () => {
    const [eager, calm] = [await offerOf(busyBrand), await offerOf(busyBrand)];
    await order(busyBrand, film, { work, offerId: eager });
    await turn(lane);
    await order(busyBrand, film, { work, offerId: eager });
    later();
    const other = await order(busyBrand, film, { work, offerId: calm });
    expect(await turn(lane)).toBe(other);
  });
});

describe.skipIf(!hasFfmpeg)('processing a draft (skipped where ffmpeg is missing)', () => {
  const heavy = (framesPerSec: number) => {
    const path = join(newFolder(), 'heavy.mp4');
    writeFileSync(path, tenMinutesOf4k(framesPerSec));
    return path;
  };

  test('is estimated from pixels and frames, and a short draft never waits behind a long one', limit, async () => {
    const encoder = await anEncoder();
    const long = await order(busyBrand, heavy(60));
    await fillLane(encoder, 'short');
    expect(await row(long)).toMatchObject({ state: 'ORDERED', work: 298_599, tries: 0, leaseUntil: null });
    expect((await takeOrder(server.db, now(), 'long'))?.id).toBe(long);
    later();
    const short = await order(otherBrand, silentFilm());
    await fillLane(encoder, 'short');
    expect(await row(short)).toMatchObject({ state: 'READY' });
    expect(await row(long)).toMatchObject({ state: 'ORDERED', tries: 1 });
  });

  test('wakes the long lane once the job is known to be long', limit, async () => {
    // Prevents the lanes from polling.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const long = await order(busyBrand, heavy(60));
    const running = start(scripted(await anEncoder(), 'sleep 60'));
    await expect.poll(async () => (await row(long)).tries > 0 && (await row(long)).work, limit).toBe(298_599);
    await running.stop();
    vi.useRealTimers();
    expect(await row(long)).toMatchObject({ state: 'ORDERED', tries: 0, leaseUntil: null });
  });

  test('is refused before ffmpeg starts if it is too expensive, with advice on exporting', limit, async () => {
    const started = join(server.dataDir, 'started');
    const encoder = scripted(await anEncoder(), `touch ${started}`);
    const id = await order(busyBrand, heavy(240));
    await fill(encoder);
    expect(await row(id)).toMatchObject({
      state: 'FAILED',
      reason:
        'This video takes too long to process. Export it as MP4 (H.264) in 1080p at 30 fps, then upload it again.',
    });
    expect(existsSync(started)).toBe(false);
  });

  test('has a daily budget per offer', limit, async () => {
    const encoder = await anEncoder();
    const offerId = await offerOf(busyBrand);
    const path = heavy(60);
    for (let count = 0; count < 2; count++) {
      const id = await order(busyBrand, path, { offerId });
      await fillLane(encoder, 'short');
      expect(await row(id)).toMatchObject({ state: 'ORDERED', reason: null });
      await gone(id);
    }
    const third = await order(busyBrand, path, { offerId });
    const elsewhere = await order(busyBrand, path);
    await fillLane(encoder, 'short');
    expect(await row(third)).toMatchObject({
      state: 'FAILED',
      reason: expect.stringMatching(/^You’ve reached today’s limit .* 1080p at 30 fps, or upload it again in 24 hours/),
    });
    expect((await row(elsewhere)).state).toBe('ORDERED');
    await gone(elsewhere);
    server.clock.advance(86_400_000);
    const nextDay = await order(busyBrand, path, { offerId });
    await fillLane(encoder, 'short');
    expect((await row(nextDay)).state).toBe('ORDERED');
  });

  test('costs nothing for a draft that is copied', limit, async () => {
    const id = await order(busyBrand, silentFilm());
    await fill(null);
    expect(await row(id)).toMatchObject({ state: 'READY', work: 0 });
  });

  test('has a hard time limit, after which the creator gets advice on exporting', limit, async () => {
    const folder = newFolder();
    const encoder = scripted(await anEncoder(), 'sleep 60');
    const run = { encoder, folder, signal: new AbortController().signal };
    const from = silentFilm();
    const encoded = encodeSmall(run, { from, to: join(folder, 'to.mp4'), media: await probeDraft(from) }, 50);
    await expect(encoded).rejects.toThrow(/takes too long to process.*1080p at 30 fps/);
  });

  test('drops frames beyond 60 per second before scaling', limit, async () => {
    const said = join(server.dataDir, 'said');
    const encoder = scripted(await anEncoder(), `echo "$*" >> ${said}`);
    const fast = made('fast.mp4', ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=240:d=1', '-c:v', 'libx264']);
    const id = await order(busyBrand, fast);
    await fill(encoder);
    const { state, fileName } = await row(id);
    expect(state).toBe('READY');
    expect(readFileSync(said, 'utf8')).toMatch(/-vf select=\S*0\.0145\S*,scale=/);
    const { video } = await probeDraft(join(server.dataDir, 'files', fileName ?? ''));
    expect(video.durationMs).toBeGreaterThan(950);
    expect(video.frames).toBeGreaterThan(25);
    expect(video.frames).toBeLessThan(35);
  });
});

test('a job with an expired lease isn’t in progress', async () => {
  const first = await order(busyBrand, film);
  later();
  expect((await takeOrder(server.db, now(), 'short'))?.id).toBe(first);
  server.clock.advance(leaseMs + 1);
  expect(await turn('short')).toBe(first);
});
