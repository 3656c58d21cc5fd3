import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { ApiError } from '#server/api-error.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/draft-tables.ts';
import type { UploadFiles } from '../files/transfers/upload-store.ts';
import type { OrderRow } from './orders.ts';

interface Receiving {
  db: Database;
  files: UploadFiles;
  now(): Date;
}

const damaged = 'The video was damaged during the upload. Please upload it again.';

/**
 * Notes how much of an upload the store has; one that is whole is checked, and waits for the creator's word from then on. An
 * original waits for nobody: it is looked at next.
 * @param digest SHA-256 that the whole has to have; null where nobody knows it
 * @throws {ApiError} 400 for content that is other than the browser's was: such an upload has failed
 */
export async function noteReceived(
  { db, files, now }: Receiving,
  { id, sizeBytes, sha256, originalOf }: Pick<OrderRow, 'id' | 'sizeBytes' | 'sha256' | 'originalOf'>,
  receivedBytes: number,
): Promise<void> {
  const isOpen = and(eq(draftUploads.id, id), eq(draftUploads.state, 'UPLOADING'));
  const note = { receivedBytes, changedAt: now() };
  if (receivedBytes < sizeBytes) {
    await db.update(draftUploads).set(note).where(isOpen);
    return;
  }
  if (sha256 !== null && (await digestOf(files, id)) !== sha256) {
    await db
      .update(draftUploads)
      .set({ ...note, state: 'FAILED', reason: damaged })
      .where(isOpen);
    throw new ApiError('invalid_request', damaged);
  }
  await db
    .update(draftUploads)
    .set({
      ...note,
      ...(originalOf === null ? { state: 'RECEIVED' } : { state: 'ORDERED', orderedAt: note.changedAt }),
    })
    .where(isOpen);
}

async function digestOf(files: UploadFiles, id: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await files.read(id)) hash.update(chunk);
  return hash.digest('hex');
}
