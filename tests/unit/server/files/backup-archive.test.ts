import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { verifyArchive } from '#server/backup/archive/archive-reader.ts';
import { type ArchiveWriter, writeArchive } from '#server/backup/archive/archive-writer.ts';
import { type Manifest, manifestName, type Totals, totalsName } from '#server/backup/archive/format.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';

const at = new Date('2026-03-02T09:00:00.000Z');
const manifest: Manifest = {
  ...{ format: 1, version: '0.2.0', commit: null, createdAt: at.toISOString(), migration: 1 },
  ...{ tables: [{ name: 'brands', columns: ['id'] }], months: [], secretHash: null },
};
const fileName = (n: number) => `brd_01J00000000000000000000000/${String(n).padStart(43, '0')}.webp`;
const totals: Totals = { rows: { brands: 1 }, files: 2, fileBytes: 1_400, uploads: 1, missing: 0 };

async function fill(archive: ArchiveWriter): Promise<void> {
  await archive.addBytes(manifestName, Buffer.from(JSON.stringify(manifest)));
  await archive.addBytes('tables/brands/000001.ndjson.gz', Buffer.from('x'.repeat(700)));
  for (const n of [1, 2]) await archive.addBytes(`files/${fileName(n)}`, Buffer.alloc(700, n));
  await archive.add('uploads/upl_1', 6, [Buffer.from('abc'), Buffer.from('def')]);
  await archive.addBytes(totalsName, Buffer.from(JSON.stringify(totals)));
}

async function written(): Promise<string> {
  const file = join(newFolder(), 'backup.tar');
  await writeArchive(file, at, fill);
  return file;
}

/** Rewrites the entries of a tar with `change`. */
async function rewritten(
  file: string,
  change: (name: string, bytes: Buffer) => [string, Buffer] | null,
): Promise<void> {
  const to = pack();
  const from = extract();
  Readable.from(readFileSync(file)).pipe(from);
  for await (const entry of from) {
    const changed = change(entry.header.name, await buffer(entry));
    if (changed !== null) to.entry({ name: changed[0] }, changed[1]);
  }
  to.finalize();
  writeFileSync(file, await buffer(to));
}

const refusal = (file: string) =>
  verifyArchive(file).then(
    () => 'verified',
    (error: unknown) => String(error).replaceAll(file, 'FILE'),
  );

test('a written archive is verified', async () => {
  expect(await verifyArchive(await written())).toMatchObject({ manifest, totals });
});

test('one damaged byte in any entry is detected', async () => {
  const file = await written();
  const whole = await readFile(file);
  // Padding bytes contain no data.
  const used = [...whole.keys()].filter((place) => whole[place] !== 0);
  const unseen: number[] = [];
  for (const place of used.filter((_, index) => index % 23 === 0)) {
    const bytes = Buffer.from(whole);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const said = await refusal(file);
    if (said === 'verified' || !said.startsWith('CommandError: ')) unseen.push(place);
  }
  expect(unseen).toEqual([]);
});

test('a truncated archive is refused, wherever it was cut', async () => {
  const file = await written();
  const whole = await readFile(file);
  const end = whole.lastIndexOf('totals.json\n');
  const unseen: string[] = [];
  for (let length = 0; length < end; length += 256) {
    writeFileSync(file, whole.subarray(0, length));
    const said = await refusal(file);
    if (!/^CommandError: FILE (is damaged: .* Nothing was changed|isn’t a backup of Afield)/.test(said))
      unseen.push(said);
  }
  expect(unseen).toEqual([]);
});

test('a missing or swapped file is named', async () => {
  const without = await written();
  await rewritten(without, (name, bytes) => (name.endsWith('1.webp') ? null : [name, bytes]));
  expect(await refusal(without)).toContain(`files/${fileName(1)} is missing or has changed`);
  const changed = await written();
  await rewritten(changed, (name, bytes) => [name, name.startsWith('uploads/') ? Buffer.from('abcdeF') : bytes]);
  expect(await refusal(changed)).toContain('uploads/upl_1 is missing or has changed');
});

test('files that are missing along with their checksums are counted', async () => {
  const file = await written();
  await rewritten(file, (name, bytes) => {
    if (name.endsWith('1.webp')) return null;
    if (!name.startsWith('checksums/')) return [name, bytes];
    return [name, Buffer.from(bytes.toString().replace(/^.*1\.webp\n/m, ''))];
  });
  expect(await refusal(file)).toContain('files are missing');
});

test('a path that leads out of the store is refused', async () => {
  for (const name of ['files/../../evil.webp', 'uploads/../x', '/etc/passwd', 'tables/../x/000001.ndjson.gz']) {
    const file = await written();
    await rewritten(file, (each, bytes) => [each.endsWith('1.webp') ? name : each, bytes]);
    expect(await refusal(file)).toMatch(/unknown entry/);
  }
});

test('other files, and backups in a later format, have their own errors', async () => {
  const file = join(newFolder(), 'backup.tar');
  for (const text of ['', 'hello', 'x'.repeat(5_000)]) {
    writeFileSync(file, text);
    expect(await refusal(file)).toBe('CommandError: FILE isn’t a backup of Afield.');
  }
  const later = await written();
  await rewritten(later, (name, bytes) =>
    name === manifestName ? [name, Buffer.from(JSON.stringify({ ...manifest, format: 2 }))] : [name, bytes],
  );
  expect(await refusal(later)).toContain('This backup was made by a newer Afield');
});

test('thousands of entries are covered by several checksum lists', async () => {
  const file = join(newFolder(), 'backup.tar');
  await writeArchive(file, at, async (archive) => {
    await archive.addBytes(manifestName, Buffer.from(JSON.stringify(manifest)));
    for (let n = 1; n <= 2_100; n += 1) await archive.addBytes(`files/${fileName(n)}`, Buffer.from(`${n}`));
    const fileBytes = 9 + 180 + 2_700 + 1_101 * 4;
    await archive.addBytes(totalsName, Buffer.from(JSON.stringify({ ...totals, files: 2_100, fileBytes, uploads: 0 })));
  });
  expect((await verifyArchive(file)).totals.files).toBe(2_100);
  await rewritten(file, (name, bytes) => (name.endsWith('000001.sha256') ? null : [name, bytes]));
  expect(await refusal(file)).toContain('is damaged');
});

test('a failed archive leaves nothing behind, and an existing file stays', async () => {
  const folder = newFolder();
  const file = join(folder, 'backup.tar');
  const failing = writeArchive(file, at, async (archive) => {
    await fill(archive);
    throw new Error('The store failed');
  });
  await expect(failing).rejects.toThrow('The store failed');
  await expect(writeArchive(join(folder, 'none/backup.tar'), at, fill)).rejects.toThrow(/no such file or directory/);
  const short = writeArchive(file, at, (archive) => archive.add('uploads/upl_1', 9, [Buffer.from('abc')]));
  await expect(short).rejects.toThrow();
  writeFileSync(file, 'mine');
  await expect(writeArchive(file, at, fill)).rejects.toThrow('already exists');
  expect(readFileSync(file, 'utf8')).toBe('mine');
});
