import { desc, eq } from 'drizzle-orm';
import { effectiveStage } from '#domain/offers/offer-situation.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { earningHolds } from '#server/database/tables/hold-tables.ts';
import { offers } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { CreatorLinks } from './links.ts';

type OfferRow = typeof offers.$inferSelect;

/** The creator behind a request: the link's offer and generation. */
export interface CreatorSession {
  brandId: string;
  offerId: `off_${string}`;
  generation: number;
}

/** Links expire this long after the offer has ended. */
const keptMs = 30 * 86_400_000;
const ends: readonly string[] = ['INVALIDATED', 'REJECTED', 'CLEARED'];

type EndingOffer = Pick<OfferRow, 'brandId' | 'id' | 'stageType' | 'stageEnteredAt' | 'invalidationType' | 'updatedAt'>;

/**
 * Returns the time at which an offer's links expire. Null until the offer ends, and while its earnings are on hold:
 * the creator can answer during the hold and sees its release afterwards.
 */
export async function readLinkEnd(db: Database, offer: EndingOffer): Promise<Date | null> {
  const end = endOf(offer);
  if (end === null) return null;
  const { brandId, id } = offer;
  const [last] = await db
    .select({ releasedAt: earningHolds.releasedAt })
    .from(earningHolds)
    .where(brandScope(db, brandId).own(earningHolds, eq(earningHolds.offerId, id)))
    .orderBy(desc(earningHolds.heldAt), desc(earningHolds.id))
    .limit(1);
  if (last === undefined) return end;
  return last.releasedAt && new Date(Math.max(end.getTime(), last.releasedAt.getTime() + keptMs));
}

/** Returns the links' end according to the offer's stage alone. */
function endOf(offer: EndingOffer): Date | null {
  if (!ends.includes(effectiveStage({ stage: offer.stageType, invalidationType: offer.invalidationType }))) return null;
  // Offers that were invalidated in place keep the time at which their stage began.
  const endedAt = ends.includes(offer.stageType) ? offer.stageEnteredAt : offer.updatedAt;
  return new Date(endedAt.getTime() + keptMs);
}

/**
 * Returns the creator session of a link's token. Changes nothing.
 * @throws {ApiError} 401 for an invalid token, 410 for a link that has expired or was replaced
 */
export async function openLink(
  { db, links, now }: { db: Database; links: CreatorLinks; now: Date },
  token: string,
): Promise<CreatorSession> {
  const given = links.read(token);
  if (given === null) throw unknownLink();
  const [offer] = await db.select().from(offers).where(eq(offers.id, given.offerId));
  if (offer === undefined) throw new ApiError('link_ended', 'This offer no longer exists.');
  const end = await readLinkEnd(db, offer);
  if (end !== null && end <= now)
    throw new ApiError('link_ended', 'This link has expired because the offer has ended.');
  if (offer.linkSince > offer.linkGeneration) {
    throw new ApiError('link_ended', 'This link was deactivated. Contact the person who sent it to get a new one.');
  }
  if (given.generation < offer.linkSince || given.generation > offer.linkGeneration) {
    throw new ApiError('link_replaced', 'This link was replaced. Please use the one in our most recent email.');
  }
  return { brandId: offer.brandId, ...given };
}

interface LinkDeps {
  db: Database;
  links: CreatorLinks;
  now(): Date;
}

/** Returns the URL of an offer's newest link, for an email; null if its links were revoked or have expired. */
export async function newestUrl({ db, links, now }: LinkDeps, offer: OfferRow): Promise<string | null> {
  if (offer.linkSince > offer.linkGeneration) return null;
  const end = await readLinkEnd(db, offer);
  return end !== null && end <= now() ? null : links.urlOf(offer);
}

export const unknownLink = () =>
  new ApiError('unauthorized', 'This link is incomplete. Please open it again from the email.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
