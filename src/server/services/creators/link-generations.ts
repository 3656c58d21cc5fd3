import { and, eq, lt, sql } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { offers } from '#server/database/tables.ts';
import type { CreatorSession } from './use-link.ts';

// Brands see nothing of this, so the offer's revision stays. From `linkSince` to `linkGeneration` links open: one, or
// more while nobody has made a move by the newer; none where the newest was ended.

const { linkGeneration, linkSince } = offers;
const isOffer = (writer: BrandWriter, offerId: string) => writer.own(offers, eq(offers.id, offerId));

/** A move was made by a link: those before it open nothing any more. Reading doesn't count, for scanners of mails read. */
export async function noteLinkUse(writer: BrandWriter, { offerId, generation }: CreatorSession): Promise<void> {
  await writer.db
    .update(offers)
    .set({ linkSince: generation })
    .where(and(isOffer(writer, offerId), lt(linkSince, generation)));
}

/** Makes a newer link, beside which the others open until it is used; of two that nobody used one is enough. */
export async function addLink(writer: BrandWriter, offerId: string): Promise<void> {
  await writer.db
    .update(offers)
    .set({ linkGeneration: sql`${linkGeneration} + 1` })
    .where(and(isOffer(writer, offerId), eq(linkGeneration, linkSince)));
}

/** Makes a link that opens, where the newest was ended. */
export async function reviveLink(writer: BrandWriter, offerId: string): Promise<void> {
  await writer.db
    .update(offers)
    .set({ linkGeneration: sql`${linkSince}` })
    .where(and(isOffer(writer, offerId), lt(linkGeneration, linkSince)));
}

/** Makes a newer link, and ends all others at once. */
export async function replaceLink(writer: BrandWriter, offerId: string): Promise<void> {
  const next = sql`greatest(${linkGeneration} + 1, ${linkSince})`;
  await writer.db.update(offers).set({ linkGeneration: next, linkSince: next }).where(isOffer(writer, offerId));
}

/** Ends all links, until another is made. */
export async function endLinks(writer: BrandWriter, offerId: string): Promise<void> {
  await writer.db
    .update(offers)
    .set({ linkSince: sql`greatest(${linkGeneration} + 1, ${linkSince})` })
    .where(isOffer(writer, offerId));
}
