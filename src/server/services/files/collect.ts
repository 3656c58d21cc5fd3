import { and, asc, lt } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import { storedFiles } from '#server/database/tables/file-tables.ts';
import { isFile, noteFiles } from './kept-files.ts';
import { namedFileQuery } from './named-files.ts';
import { fileNamePattern } from './names.ts';
import type { FileStore } from './stores/file-store.ts';

/** Grace period for unreferenced files, which may belong to a campaign draft that exists only on a device. */
const graceMs = 30 * 86_400_000;
/** Age after which a temporary file is a leftover. Writes to the store take minutes at most. */
const draftMs = 86_400_000;
const batchSize = 100;

interface CollectOptions {
  db: Database;
  store: FileStore;
  log: Logger;
  now: Date;
}

/**
 * Deletes files that no row names and that were last uploaded or named over 30 days ago. Files that a row names are
 * checked again 30 days later. Can be interrupted at any point and run by several processes.
 * @returns the number of files deleted
 */
export async function collectFiles({ db, store, log, now }: CollectOptions): Promise<number> {
  const before = new Date(now.getTime() - graceMs);
  const isNamed = await namedFileQuery(db);
  let deleted = 0;
  for (;;) {
    const found = await db
      .select({ brandId: storedFiles.brandId, name: storedFiles.name })
      .from(storedFiles)
      .where(lt(storedFiles.touchedAt, before))
      .orderBy(asc(storedFiles.touchedAt))
      .limit(batchSize);
    for (const { brandId, name } of found) {
      const isDeleted = await db.transaction(async (tx) => {
        // Lock the row: a concurrent upload or naming of the file waits for the lock, and then finds the file deleted.
        // If the upload or naming came first, the row no longer matches.
        const isUnused = and(isFile(brandId, name), lt(storedFiles.touchedAt, before));
        const [row] = await tx.select().from(storedFiles).where(isUnused).for('update');
        if (row === undefined) return false;
        if (await isNamed(tx, brandId, name)) {
          await tx.update(storedFiles).set({ touchedAt: now }).where(isFile(brandId, name));
          return false;
        }
        // Delete the file first: if the process exits in between, the row is found again.
        await store.delete(name);
        await tx.delete(storedFiles).where(isFile(brandId, name));
        return true;
      });
      if (isDeleted) deleted += 1;
    }
    if (found.length < batchSize) break;
  }
  if (deleted > 0) log.info({ count: deleted }, 'Unused files were deleted');
  return deleted;
}

/** Records files in the store that have no row yet, and removes the leftovers of interrupted writes. */
export async function adoptFiles({ db, store, now }: Omit<CollectOptions, 'log'>): Promise<void> {
  await store.removeDrafts(new Date(now.getTime() - draftMs));
  let batch: { brandId: string; name: string; sizeBytes: number }[] = [];
  for await (const { name, sizeBytes } of store.list()) {
    const brandId = fileNamePattern.exec(name)?.[1];
    if (brandId !== undefined) batch.push({ brandId, name, sizeBytes });
    if (batch.length < batchSize) continue;
    await noteFiles(db, batch, now);
    batch = [];
  }
  await noteFiles(db, batch, now);
}
