import { and, asc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import { type BrandWriter, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { campaigns, fulfillments, offers } from '#server/database/tables/tables.ts';
import { letFilesGo } from '#server/services/files/kept-files.ts';
import { fileNamesIn } from '#server/services/files/names.ts';
import { hasSettledLongAgo } from '#server/services/moves/state/settled.ts';

const atOnce = 200;

/**
 * Deletes the content of drafts that were never approved, in offers settled long ago: videos, stills and captions. Their rows
 * remain, with metadata such as the time of submission. @returns the number of drafts whose content was deleted
 */
export async function forgetUnapproved(db: Database, now: Date): Promise<number> {
  const isLeft = and(
    eq(fulfillments.evidenceType, 'VIDEO_WITH_CAPTION'),
    isNull(fulfillments.acceptedAt),
    isNotNull(fulfillments.fulfillment),
    hasSettledLongAgo(now),
  );
  let forgotten = 0;
  for (let after = ''; ; ) {
    const rows = await db
      .select({ id: fulfillments.id, brandId: fulfillments.brandId, offerId: fulfillments.offerId })
      .from(fulfillments)
      .innerJoin(offers, and(eq(offers.brandId, fulfillments.brandId), eq(offers.id, fulfillments.offerId)))
      .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
      .where(and(isLeft, gt(fulfillments.id, after)))
      .orderBy(asc(fulfillments.id))
      .limit(atOnce);
    for (const brandId of new Set(rows.map((row) => row.brandId))) {
      const ids = rows.filter((row) => row.brandId === brandId).map(({ id }) => id);
      forgotten += await writeBrand({ db, brandId }, (writer) => forget(writer, ids));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return forgotten;
    after = last.id;
  }
}

/** Checks again within the transaction, since a draft that was approved in the meantime must be kept. */
async function forget(writer: BrandWriter, ids: readonly string[]): Promise<number> {
  const { db, own } = writer;
  const isThese = own(fulfillments, inArray(fulfillments.id, [...ids]), isNull(fulfillments.acceptedAt));
  const found = await db.select().from(fulfillments).where(isThese).for('update');
  await db.update(fulfillments).set({ fulfillment: null, posterUrl: null, caption: null }).where(isThese);
  const addresses = found.map(({ fulfillment, posterUrl }) => `${fulfillment} ${posterUrl}`);
  await letFilesGo(db, addresses.flatMap(fileNamesIn));
  return found.length;
}
