import { and, desc, eq, isNull } from 'drizzle-orm';
import { uploadsPath } from '../../../contract/draft-uploads.ts';
import type { BrandScope } from '../../database/brand-scope.ts';
import { draftUploads } from '../../database/draft-tables.ts';

/** How far an offer's draft is on its way to the brand, as its creator is told. */
export type DraftState =
  | {
      /** Begun; whole once all of its bytes were received, and then it waits for the creator's word. */
      state: 'uploading';
      uploadId: string;
      /** For tus, from the root of the server. */
      url: string;
      name: string;
      sizeBytes: number;
      receivedBytes: number;
      fingerprint: string | null;
    }
  | { state: 'processing'; uploadId: string; name: string; since: string }
  | { state: 'failed'; uploadId: string; name: string; reason: string };

const unknownReason = 'The video could not be used. Please choose another file.';

/** The newest upload of an offer; null without one, and once it was handed in. */
export async function readDraftState(scope: BrandScope, offerId: string): Promise<DraftState | null> {
  const isShown = and(eq(draftUploads.offerId, offerId), isNull(draftUploads.goneAt));
  const [row] = await scope.db
    .select()
    .from(draftUploads)
    .where(scope.own(draftUploads, isShown))
    .orderBy(desc(draftUploads.createdAt), desc(draftUploads.id))
    .limit(1);
  if (row === undefined || row.state === 'READY') return null;
  const { id: uploadId, name, sizeBytes, receivedBytes, fingerprint } = row;
  switch (row.state) {
    case 'ORDERED':
      return { state: 'processing', uploadId, name, since: (row.orderedAt ?? row.changedAt).toISOString() };
    case 'FAILED':
      return { state: 'failed', uploadId, name, reason: row.reason ?? unknownReason };
    default:
      return {
        ...{ state: 'uploading', uploadId, url: `${uploadsPath}/${uploadId}`, name },
        ...{ sizeBytes, receivedBytes, fingerprint },
      };
  }
}
