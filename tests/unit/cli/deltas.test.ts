import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { createDCtx, decompressUsingDict } from '@bokuweb/zstd-wasm';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { compressFiles } from '#cli/compress.mjs';
import { earlierFiles, earlierPackages } from '#cli/release/earlier-releases.mjs';
import { sortVersions } from '#cli/release/versions.mjs';
import { writeDeltas } from '#cli/write-deltas.mjs';
import { newFolder } from '#tests/support/servers/new-folder.ts';

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** A script that zlib can't shrink much, in which each version changes some lines. */
function scriptOf(version: number): Buffer {
  const lines = Array.from({ length: 400 }, (_, i) => {
    const seed = i % 40 === version ? `${i}.${version}` : `${i}`;
    return `export const v${i} = '${createHash('sha256').update(seed).digest('base64')}';`;
  });
  return Buffer.from(lines.join('\n'));
}

async function writePackage(folder: string, version: string, files: Record<string, Buffer>) {
  const entries = pack();
  for (const [name, content] of Object.entries(files)) entries.entry({ name: `package/${name}` }, content);
  entries.finalize();
  writeFileSync(join(folder, `afield-${version}.tgz`), gzipSync(await buffer(entries)));
}

test('versions are ordered numerically', () => {
  expect(sortVersions(['0.10.0', '1.0.0', '0.9.12', '0.9.2'])).toEqual(['0.9.2', '0.9.12', '0.10.0', '1.0.0']);
});

test('the last five earlier packages are read, and only their scripts and styles', async () => {
  const folder = newFolder();
  for (const version of ['0.1.0', '0.2.0', '0.3.0', '0.4.0', '0.9.0', '0.10.0', '0.11.0']) {
    await writePackage(folder, version, {
      'package.json': Buffer.from('{}'),
      'dist/app/index.html': Buffer.from('<p>'),
      'dist/app/assets/app-1a2b3c4d.js': Buffer.from(version),
      'dist/app/assets/app-1a2b3c4d.js.br': Buffer.from('packed'),
      'dist/app/c/assets/page-1a2b3c4d.js': Buffer.from('page'),
      'dist/server/main.js': Buffer.from('server'),
    });
  }
  writeFileSync(join(folder, 'afield-demo-media-0.11.0.tgz'), 'x');
  expect(earlierPackages(folder, '0.11.0')).toEqual(
    ['0.10.0', '0.9.0', '0.4.0', '0.3.0', '0.2.0'].map((version) => `afield-${version}.tgz`),
  );
  const found = await earlierFiles(folder, '0.11.0');
  expect(found.map((files) => [...files].map(([name, content]) => [name, `${content}`]))).toEqual(
    ['0.10.0', '0.9.0', '0.4.0', '0.3.0', '0.2.0'].map((version) => [['app-1a2b3c4d.js', version]]),
  );
});

test('nothing is read or written if there are no earlier packages', async () => {
  const missing = join(newFolder(), 'missing');
  expect(await earlierFiles(missing, '0.3.0')).toEqual([]);
  expect(await writeDeltas(missing, [])).toEqual({ files: 0, bytes: 0 });
});

test.each([
  ['isn’t an archive', Buffer.from('not a package')],
  ['is truncated', gzipSync(scriptOf(0)).subarray(0, 900)],
])('a package that %s is refused by name', async (_, content) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'afield-0.2.0.tgz'), content);
  await expect(earlierFiles(folder, '0.3.0')).rejects.toThrow(/afield-0\.2\.0\.tgz can't be read\./);
});

test('a package without an app is refused', async () => {
  const folder = newFolder();
  await writePackage(folder, '0.2.0', { 'package.json': Buffer.from('{}') });
  await expect(earlierFiles(folder, '0.3.0')).rejects.toThrow(/has no app in it/);
});

test('each delta turns its earlier file into the exact bytes of the new one', async () => {
  const folder = join(newFolder(), 'assets');
  mkdirSync(folder);
  const present = scriptOf(3);
  writeFileSync(join(folder, 'app-33333333.js'), present);
  // The hash may begin and end with a dash.
  const releases = [1, 2].map((version) => new Map([[`app--${version}11111-.js`, scriptOf(version)]]));
  const { files, bytes } = await writeDeltas(folder, releases);
  const written = readdirSync(folder).filter((name) => name.endsWith('.dcz'));
  expect([files, written.length]).toEqual([2, 2]);
  expect(bytes).toBeLessThan(present.length / 10);

  // The call above has initialized the library; a second `init` would break it.
  for (const version of [1, 2]) {
    const earlier = scriptOf(version);
    const delta = readFileSync(join(folder, `app-33333333.js.${sha256(earlier)}.dcz`));
    // RFC 9842, 5: the head of a skippable frame, and the dictionary's hash in it.
    expect(delta.subarray(0, 40).toString('hex')).toBe(`5e2a4d1820000000${sha256(earlier)}`);
    const decoded = decompressUsingDict(createDCtx(), delta.subarray(40), earlier);
    expect(Buffer.from(decoded).equals(present)).toBe(true);
  }
});

test('files with no earlier version, or with a very different one, get no delta', async () => {
  const folder = newFolder();
  const files = {
    'same-11111111.js': scriptOf(1),
    'new-11111111.js': scriptOf(1),
    'style-11111111.css': scriptOf(1),
    'other-11111111.js': scriptOf(1),
    'small-11111111.js': Buffer.from('export const a = 1;'),
    'plain.js': scriptOf(1),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  await compressFiles(folder);
  // Some files compress so well that a delta would be no smaller.
  writeFileSync(join(folder, 'packed-11111111.js'), scriptOf(1));
  writeFileSync(join(folder, 'packed-11111111.js.br'), 'as small as it gets');
  const releases = [
    new Map([
      ['same-11111111.js', scriptOf(1)],
      ['style-22222222.js', scriptOf(2)],
      ['other-22222222.js', createHash('sha512').digest()],
      ['small-22222222.js', Buffer.from('export const a = 2;')],
      ['packed-22222222.js', scriptOf(2)],
      ['plain.js', scriptOf(2)],
    ]),
  ];
  expect(await writeDeltas(folder, releases)).toEqual({ files: 0, bytes: 0 });
  expect(readdirSync(folder).filter((name) => name.endsWith('.dcz'))).toEqual([]);
});
