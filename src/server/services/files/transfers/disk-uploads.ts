import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import { withDiskErrors } from '../stores/unavailable.ts';
import { webStreamOf } from '../stores/web-stream.ts';
import { idOfKey, keyOf, type UploadKind, type UploadStore } from './upload-store.ts';

/**
 * Avoids problems of the base class: it doesn't await the creation of its folder, a failure there ends the process, and
 * other users can read its files.
 */
class QuietFileStore extends FileStore {
  override async create(file: Upload): Promise<Upload> {
    // Create the file with a restrictive mode first: the base class opens an existing file and keeps its mode.
    const path = join(this.directory, file.id);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await (await open(path, 'a', 0o600)).close();
    await chmod(path, 0o600);
    return super.create(file);
  }
}
Object.defineProperty(QuietFileStore.prototype, 'checkOrCreateDirectory', { value: () => undefined });

/** Stores uploads on the local disk, in a folder that only this user can read. */
export async function diskUploads(kind: UploadKind, dataDir: string, db: Database, log: Logger): Promise<UploadStore> {
  const { table } = kind;
  const pathOf = (uploadId: string) => join(dataDir, keyOf(kind, uploadId));
  const folder = dirname(pathOf('any'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Earlier versions let other users read these files.
  await chmod(folder, 0o700);
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o600).catch(() => {});
  const data = new QuietFileStore({
    directory: dataDir,
    // An upload's state is in its row, so the store needs no state files.
    configstore: {
      async get(key) {
        const [row] = await db
          .select({ size: table.sizeBytes })
          .from(table)
          .where(eq(table.id, idOfKey(kind, key)));
        return row && new Upload({ id: key, size: row.size, offset: 0 });
      },
      set: async () => {},
      delete: async () => {},
    },
  });
  return {
    kind,
    data,
    files: {
      read: async (uploadId) => createReadStream(pathOf(uploadId)),
      readPart: (uploadId, start, end) =>
        withDiskErrors(log, async () => {
          // Opening fails here if the file is missing, before a response is sent.
          const file = await open(pathOf(uploadId));
          return webStreamOf(file.createReadStream({ start, end }));
        }),
      pathOf,
      remove: (uploadId) => withDiskErrors(log, () => rm(pathOf(uploadId), { force: true })),
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    close: () => {},
  };
}
