import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Entry, extract } from 'tar-stream';
import { CommandError } from '#server/errors/command-error.ts';
import { checksumLine } from './archive-writer.ts';
import {
  type EntryKind,
  kindOfEntry,
  type Manifest,
  manifestName,
  readManifest,
  readTotals,
  type Totals,
} from './format.ts';

/** An archive's entry; the reader consumes totals and checksums itself. */
export type ArchiveEntry = (
  | Exclude<EntryKind, { kind: 'manifest' } | { kind: 'totals' } | { kind: 'checksums' }>
  | { kind: 'manifest'; manifest: Manifest }
) & {
  sizeBytes: number;
  content: AsyncIterable<Uint8Array>;
};

/** Limit for text entries, far above any real entry's size. */
const maxTextBytes = 50_000_000;

const damaged = (file: string, why: string, cause?: unknown) =>
  new CommandError(`${file} is damaged: ${why} Nothing was changed. Use another backup.`, { cause });

/**
 * Reads an archive from start to end and verifies every checksum. An entry's checksum is verified only after it has
 * been yielded, so verify the whole archive before using it.
 * @returns the totals at the end
 * @throws {CommandError} at the first fault
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry, Totals> {
  const tar = extract();
  const read = pipeline(createReadStream(file), tar);
  // The loop below throws this error, too.
  read.catch(() => {});
  const lines = expectedLines(file);
  let isFirst = true;
  let totals: Totals | null = null;
  try {
    for await (const entry of tar) {
      const { name, size: sizeBytes = 0 } = entry.header;
      const kind = kindOfEntry(name);
      if (isFirst !== (name === manifestName)) throw new CommandError(`${file} isn’t a backup of Afield.`);
      isFirst = false;
      if (kind === null || entry.header.type !== 'file') throw damaged(file, `it has an unknown entry, ${name}.`);
      if (totals !== null && kind.kind !== 'checksums')
        throw damaged(file, `${name} comes after the end of the archive.`);
      if (kind.kind === 'checksums') {
        lines.compare(await textOf(entry, sizeBytes));
        continue;
      }
      const hash = createHash('sha256');
      const content = hashed(entry, hash);
      if (kind.kind === 'totals') {
        totals = readTotals(await textOf(content, sizeBytes));
        if (totals === null) throw damaged(file, `${name} can’t be read.`);
      } else if (kind.kind === 'manifest') {
        const manifest = readManifest(await textOf(content, sizeBytes));
        if (manifest === null) throw damaged(file, `${name} can’t be read.`);
        yield { kind: kind.kind, manifest, sizeBytes, content };
      } else {
        yield { ...kind, sizeBytes, content };
        for await (const _ of content);
      }
      lines.add(checksumLine(hash.digest('hex'), name));
    }
    await read;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    // System errors have a `syscall`; errors of an unreadable tar don't.
    if (error instanceof Error && 'syscall' in error)
      throw new CommandError(`${file} can’t be read: ${error.message}.`);
    if (isFirst) throw new CommandError(`${file} isn’t a backup of Afield.`);
    throw damaged(file, 'it ends too early, or a part of it has changed.', error);
  } finally {
    tar.destroy();
    await read.catch(() => {});
  }
  if (isFirst) throw new CommandError(`${file} isn’t a backup of Afield.`);
  if (totals === null || !lines.areCompared()) throw damaged(file, 'it ends too early.');
  return totals;
}

/** Compares the entries' checksums, in order, with the archive's lists. */
function expectedLines(file: string) {
  let read: string[] = [];
  return {
    add: (line: string) => void read.push(line),
    compare(list: string) {
      const expected = list.split(/(?<=\n)/);
      const at = read.findIndex((line, place) => expected[place] !== line);
      const wrong = at === -1 ? expected[read.length] : (expected[at] ?? read[at]);
      if (wrong !== undefined)
        throw damaged(file, `${wrong.trim().split('  ')[1] ?? 'a checksum'} is missing or has changed.`);
      read = [];
    },
    areCompared: () => read.length === 0,
  };
}

async function* hashed(entry: Entry, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry) {
    hash.update(chunk);
    yield chunk;
  }
}

async function textOf(content: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<string> {
  if (sizeBytes > maxTextBytes) throw new Error('An entry of the tar is too long');
  return text(content);
}

/** The bytes of a small entry. */
export const bytesOf = ({ content }: Pick<ArchiveEntry, 'content'>): Promise<Buffer> => buffer(content);

export interface Archive {
  file: string;
  manifest: Manifest;
  totals: Totals;
}

/**
 * Reads a whole archive and checks its checksums and totals.
 * @throws {CommandError} if the file isn't a backup, or is damaged
 */
export async function verifyArchive(file: string): Promise<Archive> {
  const entries = readArchive(file);
  const found = { files: 0, fileBytes: 0, uploads: 0 };
  let manifest: Manifest | undefined;
  for (;;) {
    const next = await entries.next();
    if (!next.done) {
      const { value } = next;
      if (value.kind === 'manifest') manifest = value.manifest;
      if (value.kind === 'file') found.files += 1;
      if (value.kind === 'file') found.fileBytes += value.sizeBytes;
      if (value.kind === 'upload') found.uploads += 1;
      continue;
    }
    const totals = next.value;
    const { files, fileBytes, uploads } = totals;
    if (manifest === undefined || JSON.stringify(found) !== JSON.stringify({ files, fileBytes, uploads }))
      throw damaged(file, 'files are missing.');
    return { file, manifest, totals };
  }
}
