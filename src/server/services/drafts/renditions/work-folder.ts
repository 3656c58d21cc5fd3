import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadFiles } from '#server/services/files/transfers/upload-store.ts';

/** Longer than any rendition takes: older folders are leftovers of a killed process. */
const oldMs = 6 * 3_600_000;

/** Runs `work` with an empty folder that only this user may read, and that is gone afterwards with all that is in it. */
export async function inWorkFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(parent, randomBytes(12).toString('hex'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what killed processes have left. */
export async function removeOldWork(parent: string, now: Date): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const found = await stat(join(parent, name)).catch(() => null);
    const isOld = found !== null && found.mtimeMs < now.getTime() - oldMs;
    if (isOld) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** Brings a draft that is kept elsewhere onto this machine's disk: it is read from many places. */
export async function localCopy(
  drafts: Pick<UploadFiles, 'read'>,
  uploadId: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string> {
  const path = join(folder, 'draft');
  await pipeline(await drafts.read(uploadId), createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal });
  return path;
}
