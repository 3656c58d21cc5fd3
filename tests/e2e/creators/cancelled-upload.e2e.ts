import { and, eq, isNull } from 'drizzle-orm';
import { uploadsPath } from '#contract/creator/draft-uploads.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { writeFilm } from '#tests/support/uploading/film.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ loggedIn: false, viewport: { width: 360, height: 800 } });

/** Safari before 26 can write files only in workers. */
const isWorkerOnly = [false, true];

for (const workerOnly of isWorkerOnly)
  test(`an upload that resumed after a reload is cancelled for good${workerOnly ? ', where only a worker keeps files' : ''}`, async ({
    page,
    brand,
    server,
    cable,
  }, testInfo) => {
    const film = testInfo.outputPath('film.mp4');
    await writeFilm(film, 12_000_000);
    const since = { stageType: 'SUBMIT_EVIDENCE', stageEnteredAt: new Date() } as const;
    const offerId = await server.given.offer(brand.id, brand.campaignId, since);
    const ofOffer = and(eq(draftUploads.offerId, offerId), isNull(draftUploads.goneAt));
    const uploads = async () => (await server.db.select().from(draftUploads).where(ofOffer)).length;
    const path = `/c/${await server.creatorToken(offerId)}`;
    if (workerOnly) {
      await page.addInitScript(() => void Reflect.deleteProperty(FileSystemFileHandle.prototype, 'createWritable'));
    }
    await page.goto(path);
    // Slow enough to reload the page and cancel the upload before it ends.
    await cable.setMode({ kind: 'delay', ms: 5_000, match: { method: 'PATCH' } });
    await page.locator('input[type=file]').setInputFiles(film);
    await expect.poll(uploads).toBe(1);
    // A reload resumes from the browser's copy of the file, which must be complete first.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const sizes: number[] = [];
          for await (const [, handle] of (await navigator.storage.getDirectory()).entries())
            if (handle.kind === 'file') sizes.push((await (handle as FileSystemFileHandle).getFile()).size);
          return Math.max(0, ...sizes);
        }),
      )
      .toBeGreaterThan(12_000_000);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    const begun: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === uploadsPath) begun.push(request.url());
    });
    await page.getByRole('button', { name: 'Cancel' }).click();
    const choose = page.getByRole('button', { name: 'Choose a video', exact: true });
    await expect(choose).toBeVisible();
    await expect.poll(uploads).toBe(0);
    await page.reload();
    await expect(choose).toBeVisible();
    expect([begun, await uploads()]).toEqual([[], 0]);
  });
