import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { hasSettledLongAgo } from '#server/services/moves/state/settled.ts';
import type { RenditionJob } from '../state/orders.ts';
import { asksForOriginals } from '../state/wanted-originals.ts';

/**
 * Returns true if the job's upload is an original that the campaign asks for. Discards originals of earlier drafts,
 * which the new draft replaces.
 */
export async function keepsOriginal(writer: BrandWriter, order: RenditionJob, now: Date): Promise<boolean> {
  const { db, own } = writer;
  const { id, offerId, isRendition } = order;
  const isEarlier = and(eq(draftUploads.offerId, offerId), ne(draftUploads.id, id), isNull(draftUploads.goneAt));
  await db
    .update(draftUploads)
    .set({ goneAt: now })
    .where(own(draftUploads, isEarlier, eq(draftUploads.isOriginalKept, true)));
  return !isRendition && (await asksForOriginals(writer, offerId));
}

/** Discards originals of offers that ended 90 days ago, whether approved or not. The next cleanup deletes their files. */
export async function dropOldOriginals(db: Database, now: Date): Promise<void> {
  const isOfOffer = and(eq(offers.brandId, draftUploads.brandId), eq(offers.id, draftUploads.offerId));
  const settled = db
    .select({ found: sql`1` })
    .from(offers)
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .where(and(isOfOffer, hasSettledLongAgo(now)));
  await db
    .update(draftUploads)
    .set({ goneAt: now })
    .where(and(eq(draftUploads.isOriginalKept, true), isNull(draftUploads.goneAt), sql`exists ${settled}`));
}
