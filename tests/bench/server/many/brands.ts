import type { Database } from '#server/database/database.ts';
import { refreshTokens } from '#server/services/accounts/sessions/refresh-tokens.ts';
import { startSession } from '#server/services/accounts/sessions/sessions.ts';
import { accessTokens } from '#server/services/shared/access-tokens.ts';
import { world } from '#tests/support/servers/world.ts';

/**
 * A phone with its session and the submissions that only it decides on, so that two phones' responses never conflict.
 */
export interface Seat {
  brandId: string;
  token: string;
  offerIds: ReadonlySet<string>;
  /** The brand's saved sandbox card. */
  cardId: string;
}

interface Options {
  phones: number;
  brands: number;
  decisionsEach: number;
  secret: string;
}

/** Creates brands with submissions in review, and logged-in phones. */
export async function makeSeats(db: Database, { phones, brands, decisionsEach, secret }: Options): Promise<Seat[]> {
  const given = world(db);
  const each = Math.ceil(phones / brands);
  const made = await Promise.all(
    Array.from({ length: Math.ceil(phones / each) }, async (_, at) => {
      const brandId = await given.brand();
      const now = new Date();
      const campaignId = await given.campaign(brandId, { startAt: now, workerStartDate: now, createdAt: now });
      const creatorId = await given.creator(brandId);
      const cardId = await given.paymentMethod(brandId);
      const seats: Omit<Seat, 'token'>[] = [];
      for (let i = 0; i < Math.min(each, phones - at * each); i += 1) {
        const offerIds = new Set<string>();
        for (let decision = 0; decision < decisionsEach; decision += 1) {
          const offerId = await given.offer(brandId, campaignId, { creatorId });
          await given.submission(brandId, offerId, {}, now);
          offerIds.add(offerId);
        }
        seats.push({ brandId, offerIds, cardId });
      }
      return seats;
    }),
  );
  // Access tokens last a quarter of an hour, so create sessions last.
  const session = { db, access: accessTokens(secret), refresh: refreshTokens(secret), now: () => new Date() };
  const all: Seat[] = [];
  for (const seat of made.flat())
    all.push({ ...seat, token: (await startSession(session, seat.brandId, null)).accessToken });
  return all;
}
