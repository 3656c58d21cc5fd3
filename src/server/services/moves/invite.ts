import { and, eq } from 'drizzle-orm';
import type { Offer } from '#contract/brand/offer.ts';
import { moveRefusal, noFreePlace } from '#domain/offers/move-refusal.ts';
import { offerMoves } from '#domain/offers/offer-moves.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { creatorAccounts, creatorProfiles, isSameAccount } from '#server/database/tables/creator-tables.ts';
import { brands, campaigns, creators, offers } from '#server/database/tables/tables.ts';
import { notFound } from '#server/errors/api-error.ts';
import { newId } from '#server/ids.ts';
import type { AfterMove } from './after-move.ts';
import { addToHistory, markUnread } from './make-move.ts';
import { isRunning } from './state/campaign-state.ts';
import { readOffer } from './state/offers.ts';
import { freePlaces } from './state/places.ts';
import { MoveRefusedError } from './state/refused.ts';

interface Invitation {
  campaignId: string;
  /** The account's id within the brand. */
  creatorId: string;
  now: Date;
}

/**
 * Offers a campaign to a creator's account: the first move of every offer.
 * @throws {ApiError} 404
 * @throws {MoveRefusedError} if the brand is suspended, the creator is blocked, the account already has an offer for
 * the campaign, or the campaign isn’t running, is paused, ending or full, or isn't on the account's platform
 */
export async function invite(
  writer: BrandWriter,
  { campaignId, creatorId, now }: Invitation,
  afterMove: AfterMove,
): Promise<Offer> {
  const { db, brandId, revision } = writer;
  const [row] = await db
    .select({ campaign: campaigns, places: freePlaces })
    .from(campaigns)
    .where(writer.own(campaigns, eq(campaigns.id, campaignId)));
  if (row === undefined) throw notFound('Campaign not found.');
  const { campaign, places } = row;
  const [brand] = await db.select({ suspendedAt: brands.suspendedAt }).from(brands).where(eq(brands.id, brandId));
  const [account] = await db
    .select({ platform: creators.platform, blockedAt: creatorProfiles.blockedAt })
    .from(creators)
    .leftJoin(creatorAccounts, isSameAccount())
    .leftJoin(creatorProfiles, eq(creatorProfiles.id, creatorAccounts.creatorId))
    .where(writer.own(creators, eq(creators.id, creatorId)));
  if (account === undefined) throw notFound('Creator not found.');
  const refuse = (reason: string, offer: Offer | null = null) =>
    new MoveRefusedError(`Can’t ${offerMoves.invite.doing}: ${reason}.`, offer);
  const refusal = moveRefusal('invite', 'provider', null, now.getTime());
  if (refusal !== null) throw new MoveRefusedError(refusal, null);
  if (brand === undefined || brand.suspendedAt !== null) throw refuse('the brand is suspended');
  if (account.blockedAt !== null) throw refuse('the creator is blocked');
  if (!isRunning(campaign)) throw refuse('the campaign isn’t running');
  if (campaign.pausedAt !== null) throw refuse('the campaign is paused');
  if (campaign.workerStatus === 'ENDING') throw refuse('the campaign is ending and takes no new creators');
  if (places !== null && places <= 0) throw refuse(noFreePlace);
  if (!campaign.platforms.includes(account.platform)) throw refuse('the campaign isn’t on that platform');
  const isSame = and(eq(offers.campaignId, campaignId), eq(offers.creatorId, creatorId));
  const [before] = await db.select({ id: offers.id }).from(offers).where(writer.own(offers, isSame)).limit(1);
  if (before !== undefined)
    throw refuse('the creator already has an offer for this campaign', await readOffer(writer, before.id));
  const id = newId('off', now);
  await db.insert(offers).values({
    ...{ brandId, id, campaignId, creatorId, revision, stageType: 'OFFERED' },
    ...{ stageEnteredAt: now, createdAt: now, updatedAt: now },
  });
  await addToHistory(writer, [
    { offerId: id, sequence: 1, move: 'invite', by: 'provider', at: now, fromStage: null, toStage: 'OFFERED' },
  ]);
  await markUnread(writer, [campaignId]);
  await afterMove(writer, { move: 'invite', toStage: 'OFFERED', offers: [{ offerId: id, sequence: 1 }], now });
  return readOffer(writer, id);
}
