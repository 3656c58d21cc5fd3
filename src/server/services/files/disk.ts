import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileStore } from './store.ts';

/** Files on this machine's disk, readable to this user alone. Names are trusted: they are made here. */
export function diskFileStore(folder: string): FileStore {
  const sizeOf = (name: string) =>
    stat(join(folder, name)).then(
      (found) => (found.isFile() ? found.size : null),
      () => null,
    );
  return {
    has: async (name) => (await sizeOf(name)) !== null,
    async write(name, content) {
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      // Whole before it has its name: two uploads of the same content may write at once, and a reader may come at any time.
      const draft = `${file}.${randomBytes(6).toString('hex')}.part`;
      try {
        await writeFile(draft, content, { mode: 0o600 });
        await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
    },
    async find(name) {
      const size = await sizeOf(name);
      if (size === null) return null;
      return {
        size,
        read: async (start, end) =>
          Readable.toWeb(createReadStream(join(folder, name), { start, end })) as ReadableStream<Uint8Array>,
      };
    },
    close: () => {},
  };
}
