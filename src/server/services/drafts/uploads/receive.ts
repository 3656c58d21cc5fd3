import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { UploadFiles } from '#server/services/files/transfers/upload-store.ts';
import type { RenditionJob } from '../state/orders.ts';

interface Receiving {
  db: Database;
  files: UploadFiles;
  now(): Date;
}

const damaged = 'The video was damaged during the upload. Please upload it again.';

/**
 * Records how many bytes of an upload the store has. A complete upload is verified against its SHA-256, if known, and
 * then waits for the creator to submit it. An original is queued for processing at once.
 * @throws {ApiError} 400 if the content differs from the browser's; the upload is then marked as failed
 */
export async function noteReceived(
  { db, files, now }: Receiving,
  { id, sizeBytes, sha256, originalOf }: Pick<RenditionJob, 'id' | 'sizeBytes' | 'sha256' | 'originalOf'>,
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
