import { eq } from 'drizzle-orm';
import { standing } from '#domain/offer-situation.ts';
import { ApiError } from '#server/api-error.ts';
import type { Database } from '#server/database/database.ts';
import { offers } from '#server/database/tables.ts';
import type { CreatorLinks } from './links.ts';

type OfferRow = typeof offers.$inferSelect;

/** A creator behind a request: the offer of the link, and which of its links it is. */
export interface CreatorSession {
  brandId: string;
  offerId: `off_${string}`;
  generation: number;
}

/** A link ends so long after its offer. */
const keptMs = 30 * 86_400_000;
const ends: readonly string[] = ['INVALIDATED', 'REJECTED', 'CLEARED'];

/** When the links of an offer end; null while it goes on. */
export function linkEndOf(offer: Pick<OfferRow, 'stageType' | 'stageEnteredAt' | 'invalidationType' | 'updatedAt'>) {
  if (!ends.includes(standing({ stage: offer.stageType, invalidationType: offer.invalidationType }))) return null;
  // Some were invalidated in their stage, and keep the instant at which it began.
  const endedAt = ends.includes(offer.stageType) ? offer.stageEnteredAt : offer.updatedAt;
  return new Date(endedAt.getTime() + keptMs);
}

/**
 * The creator that a link's token is of. Changes nothing.
 * @throws {ApiError} 401 for a token that isn't ours, 410 for a link that has ended or was replaced
 */
export async function openLink(
  { db, links, now }: { db: Database; links: CreatorLinks; now: Date },
  token: string,
): Promise<CreatorSession> {
  const given = links.read(token);
  if (given === null) throw unknownLink();
  const [offer] = await db.select().from(offers).where(eq(offers.id, given.offerId));
  if (offer === undefined) throw new ApiError('link_ended', 'This offer no longer exists.');
  const end = linkEndOf(offer);
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

export const unknownLink = () =>
  new ApiError('unauthorized', 'This link is incomplete. Please open it again from the email.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
