import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import type { UploadStore } from './upload-store.ts';

const batchSize = 100;

/**
 * Deletes the files of discarded uploads, then their rows. Can be interrupted at any point and run by several processes.
 */
export async function removeDiscardedUploads(
  db: Database,
  { kind: { table }, files }: Pick<UploadStore, 'kind' | 'files'>,
  now: Date,
): Promise<void> {
  for (;;) {
    // Wait until a file's writer has finished or its lease has expired.
    const isUnwritten = or(isNull(table.writerUntil), lt(table.writerUntil, now));
    const found = await db
      .select({ id: table.id })
      .from(table)
      .where(and(isNotNull(table.goneAt), isUnwritten))
      .limit(batchSize);
    for (const { id } of found) {
      await files.remove(id);
      await db.delete(table).where(eq(table.id, id));
    }
    if (found.length < batchSize) return;
  }
}
