import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/draft-tables.ts';
import { campaigns, fulfillments, offers } from '#server/database/tables.ts';
import { fileNamesIn } from '../files/names.ts';
import type { OrderRow } from './orders.ts';
import { hasSettledLongAgo } from './settled.ts';
import { asksForOriginals } from './wanted-originals.ts';

type FulfillmentRow = typeof fulfillments.$inferSelect;

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

/**
 * Originals of approved drafts, by offer.
 * @param tries submissions of offers; those of offers that have no approved draft are passed over
 */
export async function readOriginals(
  { db, own }: BrandScope,
  tries: readonly FulfillmentRow[],
): Promise<Map<string, Original>> {
  const approved = new Map<string, { at: number; fileName: string }>();
  for (const { offerId, evidenceType, acceptedAt, fulfillment } of tries) {
    const [fileName] = fileNamesIn(fulfillment ?? '');
    if (evidenceType !== 'VIDEO_WITH_CAPTION' || acceptedAt === null || fileName === undefined) continue;
    const at = acceptedAt.getTime();
    if (at >= (approved.get(offerId)?.at ?? 0)) approved.set(offerId, { at, fileName });
  }
  if (approved.size === 0) return new Map();
  const isKept = and(eq(draftUploads.isOriginalKept, true), isNull(draftUploads.goneAt));
  const rows = await db
    .select({
      ...{ uploadId: draftUploads.id, offerId: draftUploads.offerId, fileName: draftUploads.fileName },
      ...{ name: draftUploads.name, sizeBytes: draftUploads.sizeBytes },
    })
    .from(draftUploads)
    .where(own(draftUploads, isKept, inArray(draftUploads.offerId, [...approved.keys()])));
  const ofApproved = rows.filter(({ offerId, fileName }) => approved.get(offerId)?.fileName === fileName);
  return new Map(ofApproved.map(({ offerId, uploadId, name, sizeBytes }) => [offerId, { uploadId, name, sizeBytes }]));
}

/** The original of an offer's approved draft; null without one, and before the approval. */
export async function findOriginal(scope: BrandScope, offerId: string): Promise<Original | null> {
  const tries = await scope.db
    .select()
    .from(fulfillments)
    .where(scope.own(fulfillments, eq(fulfillments.offerId, offerId)));
  return (await readOriginals(scope, tries)).get(offerId) ?? null;
}

/** A kept original by its upload; null once it was given up. */
export async function readOriginal({ db, own }: BrandScope, uploadId: string): Promise<Original | null> {
  const isIt = and(eq(draftUploads.id, uploadId), eq(draftUploads.isOriginalKept, true), isNull(draftUploads.goneAt));
  const [row] = await db
    .select({ uploadId: draftUploads.id, name: draftUploads.name, sizeBytes: draftUploads.sizeBytes })
    .from(draftUploads)
    .where(own(draftUploads, isIt));
  return row ?? null;
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
