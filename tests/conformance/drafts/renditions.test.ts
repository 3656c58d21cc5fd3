import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brandScope } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { storedFiles } from '#server/database/tables/file-tables.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';
import { probeDraft } from '#server/services/drafts/media/probe.ts';
import { type Encoder, findEncoder } from '#server/services/drafts/renditions/encoder.ts';
import { runRenditionJobs, startRenditions } from '#server/services/drafts/renditions/renditions.ts';
import type { RenditionDeps } from '#server/services/drafts/renditions/run-rendition-job.ts';
import { removeOldWork } from '#server/services/drafts/renditions/work-folder.ts';
import { leaseMs } from '#server/services/drafts/state/orders.ts';
import { collectFiles } from '#server/services/files/collect.ts';
import { readOffer } from '#server/services/moves/state/offers.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import { moveNow, owingOffer } from '#tests/support/calls/offers.ts';
import { orderRendition, takeOrder } from '#tests/support/drafts/renditions.ts';
import { hostileFiles } from '#tests/support/media/hostile.ts';
import { hasFfmpeg, iphoneFilm, olderFilm, place, silentFilm, smallFilm, webFilm } from '#tests/support/media/make.ts';
import { polyglots } from '#tests/support/media/polyglots.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/server.ts';
import { type World, world } from '#tests/support/servers/world.ts';

const limit = { timeout: 120_000 };

describe.skipIf(!hasFfmpeg)('renditions of drafts (skipped where ffmpeg is missing)', () => {
  let server: TestServer;
  let given: World;
  let brandId: string;
  let campaignId: string;
  let offerId: string;
  let encoder: Encoder;
  const paths = new Map<string, string>();

  beforeAll(async () => {
    server = await startTestServer();
    given = world(server.db);
    brandId = await given.brand();
    campaignId = await given.campaign(brandId);
    const quiet = { info: () => {}, warn: () => {} };
    encoder = (await findEncoder(null, quiet)) as Encoder;
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    await server.db.delete(attempts);
    await server.db.delete(draftUploads);
    offerId = await owingOffer(server, brandId, campaignId);
  });

  const now = () => server.clock.now();
  const scope = () => brandScope(server.db, brandId);
  const deps = (more: Partial<RenditionDeps> = {}): RenditionDeps => ({
    ...{ db: server.db, uploads: server.uploads, encoder, afterMove, log: server.log, now },
    drafts: { pathOf: (id) => paths.get(id) ?? null, read: () => Promise.reject(new Error('It is on the disk')) },
    workDir: join(server.dataDir, 'renditions'),
    ...more,
  });
  const fill = (more?: Partial<RenditionDeps>) => runRenditionJobs(deps(more));

  /** Queues the rendition of a file. */
  async function order(path: string, more: Partial<typeof draftUploads.$inferInsert> = {}): Promise<string> {
    const { currentStage } = await readOffer(scope(), offerId);
    const move = currentStage.type === 'SUBMIT_EVIDENCE' ? 'submit-draft' : 'replace-draft';
    const id = newId('upl', now());
    paths.set(id, path);
    await given.upload(brandId, offerId, { id, createdAt: now(), changedAt: now(), ...more });
    await orderRendition(server, brandId, { offerId, uploadId: id, caption: 'First sip', move });
    return id;
  }
  const row = async (id: string) => {
    const [found] = await server.db.select().from(draftUploads).where(eq(draftUploads.id, id));
    if (found === undefined) throw new Error('The row is gone');
    return found;
  };
  const fulfillment = async () => (await readOffer(scope(), offerId)).currentStage.fulfillment;
  /** Path of the stored rendition. */
  const stored = (name: string | null) => join(server.dataDir, 'files', name ?? 'none');
  /** An ffmpeg that runs these shell lines first. */
  function script(lines: string): Encoder {
    const path = join(server.dataDir, `${newId('upl')}.sh`);
    writeFileSync(path, `#!/bin/sh\n${lines}\nexec ${encoder.path} "$@"\n`);
    chmodSync(path, 0o700);
    return { ...encoder, path };
  }

  test(
    'a phone’s video becomes playable in every browser, upright, with sound and without location',
    limit,
    async () => {
      const id = await order(iphoneFilm());
      await fill();
      const ready = await row(id);
      expect(ready).toMatchObject({ state: 'READY', width: 720, height: 1280, hasSound: true, reason: null });
      expect(await probeDraft(stored(ready.fileName))).toMatchObject({
        container: 'mp4',
        isFastStart: true,
        video: { codec: 'avc', width: 720, height: 1280, rotation: 0, hdr: null },
        audio: { codec: 'aac' },
      });
      expect(readFileSync(stored(ready.fileName)).includes(place.slice(0, 8))).toBe(false);
      expect(readFileSync(stored(ready.posterName)).toString('latin1', 8, 12)).toBe('WEBP');
      expect(await fulfillment()).toMatchObject({
        fulfillment: `/files/${ready.fileName}`,
        metadata: {
          caption: 'First sip',
          posterUrl: `/files/${ready.posterName}`,
          width: 720,
          height: 1280,
          hasSound: true,
        },
      });
      expect((await readOffer(scope(), offerId)).currentStage.type).toBe('AWAITING_EVIDENCE_CLEARANCE');
      expect(readdirSync(deps().workDir)).toEqual([]);
    },
  );

  test('a second rendition replaces the first, and both stay available to the brand', limit, async () => {
    const first = await order(olderFilm());
    await fill();
    const { fileName } = await row(first);
    await order(silentFilm());
    await fill();
    const shown = await fulfillment();
    expect(shown?.metadata).toMatchObject({ hasSound: false });
    expect(shown?.fulfillment).not.toContain(fileName);
    const files = await server.db.select().from(storedFiles).where(eq(storedFiles.isDraft, true));
    expect(files.map(({ name }) => name)).toContain(fileName);
    await server.db.delete(draftUploads);
    const later = new Date(now().getTime() + 40 * 86_400_000);
    await collectFiles({ db: server.db, store: server.uploads.store, log: server.log, now: later });
    expect(await server.uploads.store.find(fileName ?? '')).not.toBeNull();
  });

  test('a video that a browser transcoded isn’t encoded again, and has no location', limit, async () => {
    const id = await order(smallFilm(), { isRendition: true });
    // This encoder makes stills and fails on videos.
    await fill({ encoder: script('case "$*" in *libx264*) exit 9;; esac') });
    const ready = await row(id);
    expect(ready).toMatchObject({ state: 'READY', reason: null, hasSound: true, width: 720, height: 1280 });
    const bytes = readFileSync(stored(ready.fileName));
    expect(bytes.includes(place.slice(0, 8))).toBe(false);
    expect(bytes.includes('Ada Byron')).toBe(false);
    expect(ready.posterName).not.toBeNull();
  });

  test('ffmpeg finds a data directory given relative to the server’s working directory', limit, async () => {
    const fromHere = relative(process.cwd(), join(server.dataDir, 'renditions'));
    for (const isRendition of [true, false]) {
      const id = await order(relative(process.cwd(), smallFilm()), { isRendition });
      await fill({ workDir: fromHere });
      expect(await row(id)).toMatchObject({ state: 'READY', reason: null });
      await server.db.update(draftUploads).set({ goneAt: now() }).where(eq(draftUploads.id, id));
    }
  });

  test('a browser’s claim that a video is transcoded isn’t trusted', limit, async () => {
    const id = await order(olderFilm(), { isRendition: true });
    await fill();
    expect(await probeDraft(stored((await row(id)).fileName))).toMatchObject({ container: 'mp4', isFastStart: true });
  });

  describe('a server without ffmpeg', () => {
    test('keeps a video that browsers can play', limit, async () => {
      const id = await order(olderFilm());
      await fill({ encoder: null });
      expect(await row(id)).toMatchObject({ state: 'READY', posterName: null, width: 1280, height: 720 });
      const web = await order(webFilm());
      await fill({ encoder: null });
      const { fileName } = await row(web);
      expect(fileName).toMatch(/\.webm$/);
      const answer = await server.app.request(`/files/${fileName}`);
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'video/webm']);
      expect(readFileSync(stored(fileName)).includes('Ada Byron')).toBe(false);
    });

    test('refuses a video that browsers can’t play, with advice', limit, async () => {
      const id = await order(iphoneFilm());
      await fill({ encoder: null });
      expect(await row(id)).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/Most Compatible.*MP4/) });
    });
  });

  test('an offer withdrawn during transcoding stays withdrawn, and the creator is notified', limit, async () => {
    const id = await order(olderFilm());
    await moveNow(server, brandId, { move: 'withdraw', input: {}, offerId, by: 'creator' });
    await fill();
    expect(await row(id)).toMatchObject({ state: 'FAILED', reason: 'Can’t submit a draft: the offer has ended.' });
  });

  test('sound lost in transcoding is reported, never replaced by silence', limit, async () => {
    const id = await order(olderFilm());
    await fill({ encoder: script(`for to; do :; done; cp ${silentFilm()} "\${to#file:}"; exit 0`) });
    expect((await row(id)).state).toBe('FAILED');
    expect((await row(id)).reason).toMatch(/couldn’t keep this video’s sound/);
  });

  describe('an interrupted rendition', () => {
    test('is done by another process once the lease has expired, not before', limit, async () => {
      const id = await order(silentFilm());
      expect((await takeOrder(server.db, now(), 'short'))?.id).toBe(id);
      await fill();
      expect((await row(id)).state).toBe('ORDERED');
      server.clock.advance(leaseMs + 1);
      await fill();
      expect(await row(id)).toMatchObject({ state: 'READY', tries: 2 });
    });

    test('is released at once when its server shuts down, without counting an attempt', limit, async () => {
      const id = await order(silentFilm());
      const running = startRenditions({ ...deps(), encoder: Promise.resolve(script('sleep 30')) });
      await expect.poll(async () => (await row(id)).leaseUntil, { timeout: 20_000 }).not.toBeNull();
      await running.stop();
      expect(await row(id)).toMatchObject({ state: 'ORDERED', tries: 0, leaseUntil: null });
      await fill();
      expect((await row(id)).state).toBe('READY');
    });

    test('is retried after ffmpeg dies', limit, async () => {
      const id = await order(silentFilm());
      const flag = join(server.dataDir, `${id}.flag`);
      const dyingOnce = script(`if [ ! -e ${flag} ]; then touch ${flag}; kill -9 $$; fi`);
      await fill({ encoder: dyingOnce });
      expect(await row(id)).toMatchObject({ state: 'ORDERED', tries: 1 });
      server.clock.advance(60_000);
      await fill({ encoder: dyingOnce });
      expect(await row(id)).toMatchObject({ state: 'READY', tries: 2 });
    });

    test('is retried if the file is missing, since the video isn’t to blame', limit, async () => {
      const path = join(server.dataDir, 'moved.mp4');
      const id = await order(path);
      await fill();
      expect(await row(id)).toMatchObject({ state: 'ORDERED', tries: 1 });
      await copyFile(silentFilm(), path);
      server.clock.advance(60_000);
      await fill({ encoder: script('exec cat /no/such/file') });
      expect(await row(id)).toMatchObject({ state: 'ORDERED', tries: 2 });
      server.clock.advance(60_000);
      await fill();
      expect(await row(id)).toMatchObject({ state: 'READY', tries: 3 });
    });

    test('is reported to the creator after three attempts', limit, async () => {
      const id = await order(silentFilm());
      for (let tries = 0; tries < 3; tries++) {
        await fill({ encoder: script('kill -9 $$') });
        server.clock.advance(60_000);
      }
      expect(await row(id)).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/tried three times/) });
      expect((await readOffer(scope(), offerId)).currentStage.type).toBe('SUBMIT_EVIDENCE');
      server.errors.length = 0;
    });

    test('fails if its processes die silently', limit, async () => {
      const id = await order(silentFilm());
      for (let tries = 0; tries < 3; tries++) {
        expect((await takeOrder(server.db, now(), 'short'))?.id).toBe(id);
        server.clock.advance(leaseMs + 1);
      }
      await fill();
      expect(await row(id)).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/tried three times/) });
    });
  });

  test('folders of killed processes are removed, those of running ones stay', async () => {
    const [old, fresh] = ['old', 'fresh'].map((name) => join(deps().workDir, name)) as [string, string];
    for (const folder of [old, fresh]) mkdirSync(folder, { recursive: true });
    utimesSync(old, new Date(0), new Date(0));
    await removeOldWork(deps().workDir, new Date());
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
    rmSync(fresh, { recursive: true });
  });

  test('a draft cancelled during transcoding isn’t submitted', limit, async () => {
    const id = await order(silentFilm());
    const giveUp = async () => {
      await server.db.update(draftUploads).set({ goneAt: now() }).where(eq(draftUploads.id, id));
      return silentFilm();
    };
    await fill({ drafts: { pathOf: () => null, read: async () => fileOf(await giveUp()) } });
    expect((await row(id)).state).toBe('ORDERED');
    expect((await readOffer(scope(), offerId)).currentStage.type).toBe('SUBMIT_EVIDENCE');
  });

  test('a malicious video reads no other file and is refused with a message', async () => {
    const folder = join(server.dataDir, 'hostile');
    mkdirSync(folder);
    const canary = join(folder, 'canary.txt');
    writeFileSync(canary, 'the canary sings');
    for (const { name, content, refusal } of hostileFiles) {
      const path = join(folder, 'draft.mp4');
      writeFileSync(path, content(canary));
      const id = await order(path);
      await fill();
      expect([name, await row(id)]).toMatchObject([name, { state: 'FAILED', reason: expect.stringMatching(refusal) }]);
    }
    for (const file of readdirSync(join(server.dataDir, 'files', brandId))) {
      expect(readFileSync(stored(`${brandId}/${file}`)).includes('the canary sings')).toBe(false);
    }
  });

  test('a polyglot file reads no other file and keeps no foreign data', limit, async () => {
    const folder = join(server.dataDir, 'polyglots');
    mkdirSync(folder);
    const canary = join(folder, 'canary.txt');
    writeFileSync(canary, 'the canary sings');
    for (const { name, content, outcomes } of polyglots) {
      const path = join(folder, 'draft.mp4');
      writeFileSync(path, content(canary));
      // With an access time older than the content, a disk with relatime records the next read.
      utimesSync(canary, 0, new Date());
      for (const [index, way] of [encoder, null].entries()) {
        const id = await order(path, { isRendition: way === null });
        await fill({ encoder: way });
        const { state, reason, fileName } = await row(id);
        expect([name, `${state} ${reason}`]).toEqual([name, expect.stringMatching(outcomes[index] ?? /never/)]);
        if (fileName === null) continue;
        const made = readFileSync(stored(fileName));
        for (const trace of ['canary', '#EXTM3U', 'ffconcat'])
          expect([name, made.includes(trace)]).toEqual([name, false]);
      }
      expect([name, statSync(canary).atimeMs]).toEqual([name, 0]);
    }
  });
});

async function* fileOf(path: string) {
  yield readFileSync(path);
}
