import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { OfferStageType } from '../../../contract/offer.ts';
import type { BrandWriter } from '../../database/brand-scope.ts';
import { campaigns, creators, fulfillments, offers } from '../../database/tables.ts';
import type { Random } from '../random.ts';

/** What a simulated event writes with, and when it happens. */
export interface World {
  writer: BrandWriter;
  now: Date;
  random: Random;
}

/** What happened: to which offer, or to which campaign as a whole. */
export interface SimulatedEvent {
  kind: 'invited' | 'moved' | 'declined' | 'submitted' | 'resubmitted' | 'linked' | 'published' | 'views' | 'campaign';
  campaignId: string;
  offerId?: string;
}

/** An offer that a creator can act on, with the try that is owed or under way. */
export interface LiveOffer {
  offer: typeof offers.$inferSelect;
  creator: typeof creators.$inferSelect;
  owed: typeof fulfillments.$inferSelect | null;
}

/** Campaigns in which creators are at work. */
export const isRunning = () =>
  and(
    eq(campaigns.approvalStatus, 'APPROVED'),
    eq(campaigns.status, 'ACTIVE'),
    inArray(campaigns.workerStatus, ['SOURCING', 'ACTIVE', 'ENDING']),
  );

/** Offers of running campaigns in some stages, the longest there first. */
export async function liveOffers(
  { writer }: World,
  stages: readonly OfferStageType[],
  condition?: SQL,
): Promise<LiveOffer[]> {
  const sameBrand = (table: { brandId: typeof offers.brandId | typeof campaigns.brandId }) =>
    eq(table.brandId, offers.brandId);
  const rows = await writer.db
    .select({ offer: offers, creator: creators, owed: fulfillments })
    .from(offers)
    .innerJoin(campaigns, and(sameBrand(campaigns), eq(campaigns.id, offers.campaignId)))
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .leftJoin(fulfillments, and(eq(fulfillments.brandId, offers.brandId), eq(fulfillments.id, offers.fulfillmentId)))
    .where(
      writer.own(
        offers,
        inArray(offers.stageType, [...stages]),
        isNull(offers.invalidationType),
        isRunning(),
        condition,
      ),
    )
    .orderBy(offers.stageEnteredAt, offers.id);
  return rows;
}

/** An offer enters a stage, and its campaign has news. */
export async function enterStage(
  { writer, now }: World,
  { id, campaignId }: { id: string; campaignId: string },
  change: Partial<typeof offers.$inferInsert> & { stageType: OfferStageType },
): Promise<void> {
  const { db, revision } = writer;
  await db
    .update(offers)
    .set({ ...change, stageEnteredAt: now, updatedAt: now, revision })
    .where(writer.own(offers, eq(offers.id, id)));
  await tellNews({ writer }, campaignId);
}

/** The brand has not seen what is new in a campaign. */
export async function tellNews({ writer }: Pick<World, 'writer'>, campaignId: string): Promise<void> {
  await writer.db
    .update(campaigns)
    .set({ unread: true, revision: writer.revision })
    .where(writer.own(campaigns, eq(campaigns.id, campaignId)));
}
