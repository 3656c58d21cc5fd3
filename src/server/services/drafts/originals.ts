import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/draft-tables.ts';
import { campaigns, fulfillments, offers } from '#server/database/tables.ts';
import { fileNamesIn } from '../files/names.ts';
import type { OrderRow } from './orders.ts';
import { hasSettledLongAgo } from './settled.ts';
import { asksForOriginals } from './wanted-originals.ts';

/** The video as its creator's device had it, which the brand may have once the rendition of it is approved. */
export interface Original {
  uploadId: string;
  name: string;
  sizeBytes: number;
}

/**
 * True if the upload of an order is an original that its campaign asks for. Originals of drafts that were handed in before are
 * given up: the new one takes their place.
 */
export async function keepsOriginal(writer: BrandWriter, order: OrderRow, now: Date): Promise<boolean> {
  const { db, own } = writer;
  const { id, offerId, isRendition } = order;
  const isEarlier = and(eq(draftUploads.offerId, offerId), ne(draftUploads.id, id), isNull(draftUploads.goneAt));
  await db
    .update(draftUploads)
    .set({ goneAt: now })
    .where(own(draftUploads, isEarlier, eq(draftUploads.isOriginalKept, true)));
  return !isRendition && (await asksForOriginals(writer, offerId));
}

/** The original of an offer's approved draft; null without one, and before the approval. */
export async function findOriginal({ db, own }: BrandScope, offerId: string): Promise<Original | null> {
  const isApproved = and(
    eq(fulfillments.offerId, offerId),
    eq(fulfillments.evidenceType, 'VIDEO_WITH_CAPTION'),
    isNotNull(fulfillments.acceptedAt),
  );
  const [approved] = await db
    .select({ video: fulfillments.fulfillment })
    .from(fulfillments)
    .where(own(fulfillments, isApproved))
    .orderBy(desc(fulfillments.acceptedAt), desc(fulfillments.id))
    .limit(1);
  const [fileName] = fileNamesIn(approved?.video ?? '');
  if (fileName === undefined) return null;
  const isKept = and(eq(draftUploads.isOriginalKept, true), isNull(draftUploads.goneAt));
  const [original] = await db
    .select({ uploadId: draftUploads.id, name: draftUploads.name, sizeBytes: draftUploads.sizeBytes })
    .from(draftUploads)
    .where(own(draftUploads, isKept, eq(draftUploads.offerId, offerId), eq(draftUploads.fileName, fileName)))
    .limit(1);
  return original ?? null;
}

/** Gives up originals of offers that ended 90 days ago, approved or not; their files go with the next cleaning up. */
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
