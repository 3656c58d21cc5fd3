import { and, eq, lt, sql } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { offers } from '#server/database/tables/tables.ts';
import type { CreatorSession } from './use-link.ts';

// Brands don't see links, so the offer's revision doesn't change. Links with generations from `linkSince` to `linkGeneration`
// work. This is one link, or more until a newer one is used for a move; none if the newest was revoked.

const { linkGeneration, linkSince } = offers;
const isOffer = (writer: BrandWriter, offerId: string) => writer.own(offers, eq(offers.id, offerId));

/** Revokes older links after a move through this one. Reading doesn't count, since mail scanners open links. */
export async function noteLinkUse(writer: BrandWriter, { offerId, generation }: CreatorSession): Promise<void> {
  await writer.db
    .update(offers)
    .set({ linkSince: generation })
    .where(and(isOffer(writer, offerId), lt(linkSince, generation)));
}

/** Adds a newer link; older ones work until it is used. Does nothing while an unused newer link exists. */
export async function addLink(writer: BrandWriter, offerId: string): Promise<void> {
  await writer.db
    .update(offers)
    .set({ linkGeneration: sql`${linkGeneration} + 1` })
    .where(and(isOffer(writer, offerId), eq(linkGeneration, linkSince)));
}

/** Creates a working link again if the newest was revoked. */
export async function reviveLink(writer: BrandWriter, offerId: string): Promise<void> {
  await writer.db
    .update(offers)
    .set({ linkGeneration: sql`${linkSince}` })
    .where(and(isOffer(writer, offerId), lt(linkGeneration, linkSince)));
}

/** Creates a newer link and revokes all others at once. */
export async function replaceLink(writer: BrandWriter, offerId: string): Promise<void> {
  const next = sql`greatest(${linkGeneration} + 1, ${linkSince})`;
  await writer.db.update(offers).set({ linkGeneration: next, linkSince: next }).where(isOffer(writer, offerId));
}

/** Revokes all links. The offer has no working link until another is created. */
export async function endLinks(writer: BrandWriter, offerId: string): Promise<void> {
  await writer.db
    .update(offers)
    .set({ linkSince: sql`greatest(${linkGeneration} + 1, ${linkSince})` })
    .where(isOffer(writer, offerId));
}
