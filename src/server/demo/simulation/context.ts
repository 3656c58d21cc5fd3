import { and, asc, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { OfferStageType } from '#contract/brand/offer.ts';
import type { MoveWithInput } from '#domain/offers/move-inputs.ts';
import type { Mover } from '#domain/offers/offer-moves.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { creatorAccounts, isSameAccount } from '#server/database/tables/creator-tables.ts';
import { campaigns, creators, fulfillments, offers } from '#server/database/tables/tables.ts';
import { makeMove } from '#server/services/moves/make-move.ts';
import { takesMovesRow } from '#server/services/moves/state/campaign-state.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import type { Random } from '../random.ts';

/** Database and time of a simulated event. */
export interface World {
  writer: BrandWriter;
  now: Date;
  random: Random;
}

/** An event of an offer, or of a whole campaign. */
export interface SimulatedEvent {
  kind: 'invited' | 'moved' | 'declined' | 'submitted' | 'resubmitted' | 'linked' | 'published' | 'views' | 'campaign';
  campaignId: string;
  offerId?: string;
}

/** An offer whose creator can act, with the fulfillment that is due or in progress. */
export interface LiveOffer {
  offer: typeof offers.$inferSelect;
  creator: typeof creators.$inferSelect;
  owed: typeof fulfillments.$inferSelect | null;
  /** True if a real person has the link and may act. */
  isPerson: boolean;
}

/** True if the team imported the creator with an email: a real person, whom the simulation never plays. */
export const isPerson = ({ db }: BrandWriter) =>
  exists(db.select({ one: sql`1` }).from(creatorAccounts).where(isSameAccount()));

/** Offers in these stages whose creators can make moves, the longest-waiting first. */
export async function liveOffers(
  { writer }: World,
  stages: readonly OfferStageType[],
  condition?: SQL,
): Promise<LiveOffer[]> {
  const sameBrand = (table: { brandId: typeof offers.brandId | typeof campaigns.brandId }) =>
    eq(table.brandId, offers.brandId);
  return writer.db
    .select({ offer: offers, creator: creators, owed: fulfillments, isPerson: sql<boolean>`${isPerson(writer)}` })
    .from(offers)
    .innerJoin(campaigns, and(sameBrand(campaigns), eq(campaigns.id, offers.campaignId)))
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .leftJoin(fulfillments, and(eq(fulfillments.brandId, offers.brandId), eq(fulfillments.id, offers.fulfillmentId)))
    .where(
      writer.own(
        offers,
        inArray(offers.stageType, [...stages]),
        isNull(offers.invalidationType),
        takesMovesRow(),
        condition,
      ),
    )
    .orderBy(asc(offers.stageEnteredAt), asc(offers.id));
}

/** Makes a move through the same service as real users. */
export function simulateMove({ writer, now }: World, offerId: string, by: Mover, given: MoveWithInput) {
  return makeMove(writer, { ...given, offerId, by, now }, afterMove);
}
