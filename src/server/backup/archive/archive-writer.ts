import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { CommandError } from '#server/errors/command-error.ts';
import { withSystemErrorText } from '#server/errors/start-error.ts';
import { checksumsEntry } from './format.ts';

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** An archive being written. */
export interface ArchiveWriter {
  /** Streams an entry of this size into the archive. */
  add(name: string, sizeBytes: number, content: Bytes): Promise<void>;
  addBytes(name: string, bytes: Uint8Array): Promise<void>;
}

/** Entries per list of checksums; bounds the memory that the reader and the writer need. */
const entriesPerList = 1_000;

/**
 * Writes an archive to a temporary file, and renames it once it is complete and on disk.
 * @throws {CommandError} if the file exists, or another backup's temporary file does
 */
export async function writeArchive<T>(
  file: string,
  at: Date,
  write: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const draft = `${file}.part`;
  if (existsSync(file)) throw new CommandError(`${file} already exists. Expected a new file.`);
  if (existsSync(draft))
    throw new CommandError(
      `${draft} exists: another backup is writing it, or was stopped. Delete it if none is running.`,
    );
  const tar = pack();
  const written = withSystemErrorText(file, () =>
    pipeline(tar, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })),
  );
  // Errors surface where the promise is awaited, by the next entry at the latest.
  written.catch(() => {});
  try {
    const archive = archiveOn(tar, written, at);
    const result = await write(archive);
    await archive.end();
    await written;
    await rename(draft, file);
    return result;
  } catch (error) {
    tar.destroy();
    await written.catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}

function archiveOn(tar: ReturnType<typeof pack>, written: Promise<void>, at: Date) {
  let lines: string[] = [];
  let lists = 0;

  async function addEntry(name: string, size: number, content: Bytes): Promise<string> {
    const hash = createHash('sha256');
    const { promise: ended, resolve, reject } = promiseOf();
    const entry = tar.entry({ name, size, mode: 0o600, mtime: at }, (error) => (error ? reject(error) : resolve()));
    ended.catch(() => {});
    // The callback above receives the error, too; without a listener it would crash the process.
    entry.on('error', () => {});
    for await (const chunk of content) {
      hash.update(chunk);
      const drained = new Promise<void>((goOn) => {
        if (entry.write(chunk)) goOn();
        else entry.once('drain', goOn);
      });
      // `drain` never fires once the disk is full.
      await Promise.race([drained, written, ended]);
    }
    entry.end();
    await Promise.race([ended, written.then(() => ended)]);
    return hash.digest('hex');
  }

  async function addList(): Promise<void> {
    lists += 1;
    const list = Buffer.from(lines.join(''));
    lines = [];
    await addEntry(checksumsEntry(lists), list.length, [list]);
  }

  const add = async (name: string, sizeBytes: number, content: Bytes) => {
    lines.push(checksumLine(await addEntry(name, sizeBytes, content), name));
    if (lines.length === entriesPerList) await addList();
  };
  return {
    add,
    addBytes: (name: string, bytes: Uint8Array) => add(name, bytes.length, [bytes]),
    async end() {
      if (lines.length > 0) await addList();
      tar.finalize();
    },
  };
}

/** A line in sha256sum's format. */
export const checksumLine = (hash: string, name: string): string => `${hash}  ${name}\n`;

function promiseOf() {
  let resolve = () => {};
  let reject = (_: unknown) => {};
  const promise = new Promise<void>((done, failed) => {
    [resolve, reject] = [done, failed];
  });
  return { promise, resolve, reject };
}
