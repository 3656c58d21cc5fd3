import { isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { draftKind, mediaKind, type UploadStore } from './upload-store.ts';

/** Bytes that must stay free on the disk, for the database and everything else. */
const minFreeBytes = 1_000_000_000;

/**
 * True if the disk has space for a file in addition to the rest of all uploads in progress, or the store has no limit.
 */
export async function hasRoomFor(
  db: Database,
  sizeBytes: number,
  freeBytes: UploadStore['freeBytes'],
): Promise<boolean> {
  const free = await freeBytes();
  if (free === null) return true;
  let left = free - sizeBytes;
  for (const { table } of [draftKind, mediaKind]) {
    const [row] = await db
      .select({ bytes: sql<string>`coalesce(sum(${table.sizeBytes} - ${table.receivedBytes}), 0)::text` })
      .from(table)
      .where(isNull(table.goneAt));
    left -= Number(row?.bytes ?? 0);
  }
  return left >= minFreeBytes;
}
