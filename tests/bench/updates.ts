import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from '#cli/compress.mjs';
import { root } from '#cli/set-up.mjs';
import { writeDeltas } from '#cli/write-deltas.mjs';
import { appDir } from '#server/paths.ts';
import { startOwnChromium } from '#tests/support/browsers/own-chromium.ts';
import { assetsOf } from '#tests/support/updates/changed-build.ts';
import { startReleases } from '#tests/support/updates/release-server.ts';
import { openAndStore, storedFiles, update } from '#tests/support/updates/update-page.ts';
import type { Add } from './report.ts';

interface Measuring {
  folder: string;
  quick: boolean;
  add: Add;
  say(text: string): void;
}

/** Roughly the number of commits per release. */
const commits = 40;

/**
 * Measures the cost of an update for a phone that has the app from an earlier commit, with dictionaries and without.
 */
export async function measureUpdates({ folder, quick, add, say }: Measuring): Promise<string | undefined> {
  say(`Building the app of ${commits} commits ago …`);
  const earlier = await buildCommit(`HEAD~${commits}`, join(folder, 'earlier'));
  if (earlier === null) {
    say(`Not measured: this clone has no app of ${commits} commits ago that its packages can build.`);
    return undefined;
  }
  const later = join(folder, 'later');
  cpSync(appDir(), later, { recursive: true, filter: (path) => !/\.(map|dcz)$/.test(path) });
  const written = await writeDeltas(join(later, 'assets'), [assetsOf(earlier)]);
  const group = `An update over ${commits} commits, on a phone's cable`;
  const bytes: Record<'with' | 'without', number[]> = { with: [], without: [] };
  let version = '';
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    for (const kind of ['with', 'without'] as const) {
      say(`Updating ${kind} dictionaries, round ${round + 1} …`);
      const measured = await measureUpdate(earlier, later, kind === 'with', mkdtempSync(join(folder, 'profile-')));
      bytes[kind].push(measured.bytes / 1000);
      version = measured.version;
    }
  }
  add(group, 'with dictionaries', bytes.with, null, 'KB');
  add(group, 'without', bytes.without, null, 'KB');
  add(group, 'differences in the package, for this one release', [written.bytes / 1000], null, 'KB');
  return version;
}

/** Builds a commit's app with the packages installed here; null if there is no such commit, or they don't match. */
async function buildCommit(ref: string, to: string): Promise<string | null> {
  mkdirSync(to);
  try {
    const archive = execFileSync('git', ['-C', root, 'archive', ref], {
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    execFileSync('tar', ['-x', '-C', to], { input: archive });
  } catch {
    return null;
  }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
  // The commit's own build command would install its packages through the link.
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: to, env });
  if (status !== 0) return null;
  const app = join(to, 'dist/app');
  await compressFiles(app);
  return app;
}

async function measureUpdate(from: string, to: string, dictionaries: boolean, profileDir: string) {
  const server = await startReleases(from);
  const chromium = await startOwnChromium(profileDir);
  try {
    const page = await chromium.context.newPage();
    await openAndStore(page, server.url);
    server.release(to, { dictionaries });
    const before = server.sentBytes();
    await update(page);
    const bytes = server.sentBytes() - before;
    const expected = assetsOf(to);
    for (const [path, hash] of Object.entries(await storedFiles(page))) {
      const content = expected.get(path.slice('/assets/'.length));
      if (content === undefined || createHash('sha256').update(content).digest('hex') !== hash) {
        throw new Error(`${path} did not arrive as it was built.`);
      }
    }
    return { bytes, version: `Chromium ${chromium.browser.version()}` };
  } finally {
    await chromium.close();
    await server.close();
  }
}
