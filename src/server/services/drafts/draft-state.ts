import { and, desc, eq, isNull } from 'drizzle-orm';
import type { DraftState } from '../../../contract/creator.ts';
import { uploadsPath } from '../../../contract/draft-uploads.ts';
import type { BrandScope } from '../../database/brand-scope.ts';
import { draftUploads } from '../../database/draft-tables.ts';

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
