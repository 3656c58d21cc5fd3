import { eq, inArray } from 'drizzle-orm';
import type { DraftState } from '#contract/creator.ts';
import type { Offer, OfferStageType } from '#contract/offer.ts';
import type { GivenMove } from '#domain/move-inputs.ts';
import type { MoveName } from '#domain/offer-moves.ts';
import { ApiError } from '#server/api-error.ts';
import { CommandError } from '#server/command-error.ts';
import { brandScope, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { campaigns, offers } from '#server/database/tables.ts';
import { readDraftStates } from '../drafts/draft-state.ts';
import { makeMove } from '../moves/make-move.ts';
import { MoveRefusedError } from '../moves/refused.ts';
import { readOffers } from '../offers.ts';
import { askAboutLink } from '../post-links/ask.ts';
import type { LookUpPost } from '../post-links/look-up.ts';
import type { AdminContext } from './brands.ts';
import { submissionIn } from './offers-in-words.ts';

/** An offer and, by its state, the draft that was not handed in yet. */
export interface ListedOffer {
  offer: Offer;
  draft: DraftState | null;
}

/** Offers of a campaign, of whichever brand, in some stages or all; last updated first. @throws {CommandError} */
export async function listOffers(
  db: Database,
  { campaignId, stages }: { campaignId: string; stages: readonly OfferStageType[] },
): Promise<ListedOffer[]> {
  const [campaign] = await db
    .select({ brandId: campaigns.brandId })
    .from(campaigns)
    .where(eq(campaigns.id, campaignId));
  if (campaign === undefined) throw new CommandError(`There is no campaign ${campaignId}.`);
  const scope = brandScope(db, campaign.brandId);
  const isWanted = stages.length === 0 ? undefined : inArray(offers.stageType, [...stages]);
  const found = await readOffers(scope, eq(offers.campaignId, campaignId), isWanted);
  const drafts = await readDraftStates(
    scope,
    found.map(({ id }) => id),
  );
  return found.map((offer) => ({ offer, draft: drafts.get(offer.id) ?? null }));
}

const decisions: readonly MoveName[] = ['approve', 'request-changes'];

/**
 * Makes a move of the provider.
 * @throws {CommandError} if there is no such offer, or the move can't be made now: with the offer's stage
 */
export async function moveOffer(
  { db, now, lookUpPost }: AdminContext & { lookUpPost: LookUpPost },
  { seen, ...given }: GivenMove & { offerId: string; seen?: string | undefined },
): Promise<Offer> {
  if (decisions.includes(given.move) && seen === undefined) {
    throw new CommandError('Expected the ID of the submission you reviewed, from list-offers.');
  }
  const [found] = await db.select({ brandId: offers.brandId }).from(offers).where(eq(offers.id, given.offerId));
  if (found === undefined) throw new CommandError(`There is no offer ${given.offerId}.`);
  const looked = seen === undefined ? {} : { seen: { fulfillmentId: seen } };
  const order = { ...given, ...looked, by: 'provider', now: now() } as const;
  try {
    const told = await askAboutLink(brandScope(db, found.brandId), order, lookUpPost);
    return await writeBrand({ db, brandId: found.brandId }, (writer) => makeMove(writer, { ...order, told }));
  } catch (error) {
    const there = error instanceof MoveRefusedError ? submissionIn(error.offer) : null;
    if (seen !== undefined && there !== null && there !== seen) {
      throw new CommandError(`The offer has a newer submission: ${there}. Review it before you decide.`);
    }
    if (error instanceof MoveRefusedError || error instanceof ApiError) throw new CommandError(error.message);
    throw error;
  }
}
