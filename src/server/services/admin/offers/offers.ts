import { eq, inArray } from 'drizzle-orm';
import type { Offer, OfferStageType } from '#contract/brand/offer.ts';
import type { DraftState } from '#contract/creator/creator.ts';
import type { MoveWithInput } from '#domain/offers/move-inputs.ts';
import type { MoveName } from '#domain/offers/offer-moves.ts';
import { brandScope, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { readDraftStates } from '#server/services/drafts/state/draft-state.ts';
import { lookUpSubmittedLink } from '#server/services/moves/links/look-up-submitted-link.ts';
import { makeMove } from '#server/services/moves/make-move.ts';
import { readOffers } from '#server/services/moves/state/offers.ts';
import { MoveRefusedError } from '#server/services/moves/state/refused.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import type { LookUpPost } from '#server/services/posts/lookups/look-up.ts';
import type { AdminContext } from '../shared/brands.ts';
import { submissionIn } from './format.ts';

/** An offer with its unsubmitted draft, if any. */
export interface ListedOffer {
  offer: Offer;
  draft: DraftState | null;
}

/**
 * Returns offers of a campaign of any brand, in some stages or all, most recently updated first. @throws {CommandError}
 */
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

type SeenMove = MoveWithInput & {
  offerId: string;
  /** The submission, or the number of the offer's last move, that the operator saw. */
  seen?: string | number | undefined;
};

const looked = (seen: SeenMove['seen']) => {
  if (seen === undefined) return {};
  return { seen: typeof seen === 'string' ? { fulfillmentId: seen } : { version: seen } };
};

/**
 * Looks up a move's link before the transaction starts. @returns a lookup that returns this result
 * @throws {CommandError} if there is no such offer
 */
export async function askBeforeMove(
  { db, now, lookUpPost }: AdminContext & { lookUpPost: LookUpPost },
  { seen, ...given }: SeenMove,
): Promise<LookUpPost> {
  const order = { ...given, ...looked(seen), by: 'provider', now: now() } as const;
  const lookedUp = await lookUpSubmittedLink(brandScope(db, await brandOfOffer(db, given.offerId)), order, lookUpPost);
  return lookedUp === undefined ? lookUpPost : async () => lookedUp;
}

async function brandOfOffer(db: Database, offerId: string): Promise<string> {
  const [found] = await db.select({ brandId: offers.brandId }).from(offers).where(eq(offers.id, offerId));
  if (found === undefined) throw new CommandError(`There is no offer ${offerId}.`);
  return found.brandId;
}

const decisions: readonly MoveName[] = ['approve', 'request-changes'];

/**
 * Makes a move on the provider's behalf.
 * @throws {CommandError} if there is no such offer, or with the offer's stage if the move isn't allowed
 */
export async function moveOffer(
  { db, now, lookUpPost }: AdminContext & { lookUpPost: LookUpPost },
  { seen, ...given }: SeenMove,
): Promise<Offer> {
  if (decisions.includes(given.move) && typeof seen !== 'string') {
    throw new CommandError('Expected the ID of the submission you reviewed, from list-offers.');
  }
  const brandId = await brandOfOffer(db, given.offerId);
  const order = { ...given, ...looked(seen), by: 'provider', now: now() } as const;
  try {
    const lookedUp = await lookUpSubmittedLink(brandScope(db, brandId), order, lookUpPost);
    return await writeBrand({ db, brandId }, (writer) => makeMove(writer, { ...order, lookedUp }, afterMove));
  } catch (error) {
    const there = error instanceof MoveRefusedError ? submissionIn(error.offer) : null;
    if (typeof seen === 'string' && there !== null && there !== seen) {
      throw new CommandError(`The offer has a newer submission: ${there}. Review it before you decide.`);
    }
    if (error instanceof MoveRefusedError || error instanceof ApiError) throw new CommandError(error.message);
    throw error;
  }
}
