import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadFiles } from '#server/services/files/transfers/upload-store.ts';

/** Age after which a folder is a killed process's leftover, longer than any rendition takes. */
const oldMs = 6 * 3_600_000;

/** Runs `work` with an empty folder that only this user can read, and deletes the folder afterwards. */
export async function inWorkFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(parent, randomBytes(12).toString('hex'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes the leftovers of killed processes. */
export async function removeOldWork(parent: string, now: Date): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const found = await stat(join(parent, name)).catch(() => null);
    const isOld = found !== null && found.mtimeMs < now.getTime() - oldMs;
    if (isOld) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** Copies a draft that is stored elsewhere to the local disk, since it is read in random order. */
export async function localCopy(
  drafts: Pick<UploadFiles, 'read'>,
  uploadId: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string> {
  const path = join(folder, 'draft');
  await pipeline(await drafts.read(uploadId), createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal });
  return path;
}
