import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Database } from '#server/database/database.ts';
import { noteDraftFiles } from '#server/services/files/kept-files.ts';
import type { Uploads } from '#server/services/files/uploads/uploads.ts';

interface Keeping {
  db: Database;
  uploads: Pick<Uploads, 'names' | 'store'>;
  now(): Date;
}

/**
 * Stores a file of a draft under a name derived from its content, so a repeat stores it only once. The row is
 * inserted first, so that cleanup can find the file after a crash. @returns the file's name
 */
export async function storeDraftFile(
  { db, uploads, now }: Keeping,
  brandId: string,
  { path, extension }: { path: string; extension: string },
): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  const name = uploads.names.nameOf(brandId, 'drafts', hash.digest('hex'), extension);
  const { size } = await stat(path);
  await noteDraftFiles(db, brandId, [{ name, sizeBytes: size }], now());
  if ((await uploads.store.find(name)) === null) await uploads.store.put(name, createReadStream(path), size);
  return name;
}
