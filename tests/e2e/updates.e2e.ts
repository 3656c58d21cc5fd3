import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { writeDeltas } from '#cli/write-deltas.mjs';
import { appDir } from '#server/paths.ts';
import { startOwnChromium } from '#tests/support/browsers/own-chromium.ts';
import { assetsOf, writeChangedBuild } from '#tests/support/updates/changed-build.ts';
import { startReleases } from '#tests/support/updates/release-server.ts';
import { openAndStore, storedFiles, update } from '#tests/support/updates/update-page.ts';
import { expect, test } from './fixtures/test.ts';

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

test('updates are fetched as deltas against the previous release and restore the exact bytes', async ({
  profile,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'Only Chromium has compression dictionaries');
  const releases = ['a', 'b', 'c'].map((mark) => join(profile, `release-${mark}`));
  const [first = '', ...later] = releases;
  for (const folder of releases) writeChangedBuild(appDir(), folder, folder.slice(-1));
  for (const [i, folder] of later.entries()) {
    await writeDeltas(
      join(folder, 'assets'),
      releases.slice(0, i + 1).map((earlier) => assetsOf(earlier)),
    );
  }
  const server = await startReleases(first);
  const chromium = await startOwnChromium(join(profile, 'browser'));
  try {
    const page = await chromium.context.newPage();
    await openAndStore(page, server.url);
    expect(server.answers.filter(({ encoding }) => encoding === 'dcz')).toEqual([]);
    // The second update builds on files that were themselves decoded from deltas.
    for (const folder of later) {
      server.release(folder);
      const before = server.sentBytes();
      await update(page);
      const bytes = server.sentBytes() - before;
      const expected = assetsOf(folder);
      const isOfRelease = (path: string) => expected.has(path.slice('/assets/'.length));
      // The worker before may still have been storing a file of its own release.
      await expect
        .poll(async () => Object.keys(await storedFiles(page)).filter((path) => !isOfRelease(path)))
        .toEqual([]);
      const stored = await storedFiles(page);
      expect(Object.keys(stored).length).toBeGreaterThan(50);
      for (const [path, hash] of Object.entries(stored)) {
        expect([path, hash]).toEqual([path, sha256(expected.get(path.slice('/assets/'.length)) ?? Buffer.of())]);
      }
      const differences = server.answers.filter(({ encoding }) => encoding === 'dcz');
      // Small files have none, and a browser keeps one dictionary for several files of one name.
      expect(differences.length).toBeGreaterThan(50);
      const wholeBytes = Object.keys(stored).reduce(
        (sum, path) => sum + (expected.get(path.slice('/assets/'.length))?.length ?? 0),
        0,
      );
      // The Vary headers and the page's own requests still match the worker's cache: no file is fetched twice.
      const fetched = server.answers.map(({ path }) => path).filter((path) => path.startsWith('/assets/'));
      expect(fetched.length).toBe(new Set(fetched).size);
      // The worker itself is fetched whole.
      const workerBytes = statSync(join(folder, 'service-worker.js')).size;
      expect(bytes - workerBytes).toBeLessThan(wholeBytes / 15);
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    }
  } finally {
    await chromium.close();
    await server.close();
  }
});
