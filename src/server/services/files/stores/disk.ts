import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { withSizeCheck } from './content.ts';
import type { FileStore } from './file-store.ts';
import { withDiskErrors } from './unavailable.ts';
import { webStreamOf } from './web-stream.ts';

const draftEnding = '.part';

/** Stores files on the local disk, readable only by this user. Names are trusted because the server generates them. */
export function diskFileStore(folder: string, log: Logger): FileStore {
  const fileOf = (name: string) => join(folder, name);

  return {
    put: (name, content, sizeBytes) =>
      withDiskErrors(log, async () => {
        const file = fileOf(name);
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        // Write to a temporary file and rename it: two uploads may write the same content at once, and it may be read
        // at any time.
        const draft = `${file}.${randomBytes(6).toString('hex')}${draftEnding}`;
        try {
          await pipeline(withSizeCheck(content, sizeBytes), createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
          await rename(draft, file);
        } finally {
          await rm(draft, { force: true });
        }
      }),
    async find(name) {
      const found = await stat(fileOf(name)).catch(() => null);
      if (found === null || !found.isFile()) return null;
      return {
        sizeBytes: found.size,
        read: async (start, end) => webStreamOf(createReadStream(fileOf(name), { start, end })),
      };
    },
    async *list(prefix = '') {
      for await (const file of filesBelow(folder)) {
        const name = relative(folder, file).split(sep).join('/');
        if (name.endsWith(draftEnding) || !name.startsWith(prefix)) continue;
        const found = await stat(file).catch(() => null);
        if (found !== null) yield { name, sizeBytes: found.size };
      }
    },
    delete: (name) => withDiskErrors(log, () => rm(fileOf(name), { force: true })),
    async removeDrafts(before) {
      for await (const file of filesBelow(folder)) {
        if (!file.endsWith(draftEnding)) continue;
        const found = await stat(file).catch(() => null);
        if (found !== null && found.mtime < before) await rm(file, { force: true });
      }
    },
    close: () => {},
  };
}

/** Yields the paths of all files below a folder; nothing if it doesn't exist. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => null);
  if (entries === null) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}
