import { and, desc, eq } from 'drizzle-orm';
import { type CreatorOffer, creatorMoves } from '#contract/creator/creator.ts';
import { moveRefusal } from '#domain/offers/move-refusal.ts';
import { effectiveStage, waitStartMs } from '#domain/offers/offer-situation.ts';
import { dueOf } from '#domain/review/review-due.ts';
import { allDays, campaignRun } from '#domain/time/period.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { creatorAccounts, creatorProfiles, isSameAccount } from '#server/database/tables/creator-tables.ts';
import { offerDeliveries } from '#server/database/tables/offer-tables.ts';
import { brands, campaigns, creators, offers, posts } from '#server/database/tables/tables.ts';
import { notFound } from '#server/errors/api-error.ts';
import { readDraftState } from '../drafts/state/draft-state.ts';
import { readOriginalState } from '../drafts/state/wanted-originals.ts';
import { readGains } from '../figures/post-gains.ts';
import { readAllTemplates } from '../moves/change-templates.ts';
import { toWorker } from '../moves/state/campaign-worker.ts';
import { readHistories, toEvent } from '../moves/state/offers.ts';
import { type OfferState, readOfferStates } from '../moves/state/situations.ts';
import { readFormerNames } from '../posts/account-names.ts';
import { brandForCreators, campaignForCreators } from './brief.ts';
import { holdOf, readPay } from './pay.ts';
import { captionOf, changesOf, submissionOf } from './submitted.ts';
import { readLinkEnd } from './use-link.ts';

type CampaignRow = typeof campaigns.$inferSelect;

const dayMs = 86_400_000;

/**
 * Returns an offer as its creator sees it.
 * @throws {ApiError} 404
 */
export async function readCreatorOffer(scope: BrandScope, offerId: string, now: Date): Promise<CreatorOffer> {
  const [state] = await readOfferStates(scope, [offerId]);
  const [row] = await scope.db
    .select({
      ...{ offer: offers, campaign: campaigns, account: creators, brand: brands, delivery: offerDeliveries },
      ...{ blockedAt: creatorProfiles.blockedAt, blockReason: creatorProfiles.blockReason },
      ...{ reference: creatorProfiles.paymentReference, referenceVersion: creatorProfiles.paymentReferenceVersion },
    })
    .from(offers)
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .leftJoin(creatorAccounts, isSameAccount())
    .leftJoin(creatorProfiles, eq(creatorProfiles.id, creatorAccounts.creatorId))
    .leftJoin(offerDeliveries, and(eq(offerDeliveries.brandId, offers.brandId), eq(offerDeliveries.offerId, offers.id)))
    .where(scope.own(offers, eq(offers.id, offerId)));
  if (state === undefined || row === undefined) throw notFound('Offer not found.');
  const { offer, campaign, brand, delivery, blockedAt, blockReason } = row;
  const { situation } = state;
  const history = (await readHistories(scope, [offerId])).get(offerId) ?? [];
  const post = await readPost(scope, offer);
  const draft = await readDraftState(scope, offerId);
  // An offer whose draft is still processing has no deadline and doesn't expire.
  const expiresAt = draft?.state === 'processing' ? null : expiryOf(state, campaign);
  const { pay, earnedCents, paidAt } = await readPay(scope, campaign, brand, post && offer.id);
  const { platform, username } = row.account;
  const account = { platform, username, formerUsernames: await readFormerNames(scope.db, row.account) };
  return {
    id: offer.id,
    version: state.sequence,
    creator: { firstName: row.account.firstName },
    account,
    brand: brandForCreators(brand, campaign),
    campaign: campaignForCreators(campaign),
    pay,
    stage: {
      type: offer.stageType,
      enteredAt: offer.stageEnteredAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      reviewDueAt: reviewDueOf(state),
    },
    ended: endOf(state, history.at(-1)?.reason ?? null),
    blocked: blockedAt === null ? null : { reason: blockReason ?? '' },
    moves: creatorMoves.filter((move) => moveRefusal(move, 'creator', situation, now.getTime()) === null),
    evidenceType: situation.evidenceType,
    history: history.map(toEvent),
    delivery: delivery && {
      address: delivery.address,
      carrier: delivery.carrier,
      tracking: delivery.tracking,
      sentAt: delivery.sentAt?.toISOString() ?? null,
    },
    caption: captionOf(state, history),
    submission: submissionOf(state, account),
    changes: changesOf(state, { brandName: brand.name, templates: await readAllTemplates(scope.db), account }),
    draft,
    original: campaign.asksForOriginals ? await readOriginalState(scope, offerId) : null,
    post: post && { ...post, earnedCents, paidAt: paidAt?.toISOString() ?? null },
    payment:
      row.referenceVersion !== null && (earnedCents ?? 0) > 0
        ? { reference: row.reference, version: row.referenceVersion }
        : null,
    hold: await holdOf(scope, offerId),
    linkEndsAt: (await readLinkEnd(scope.db, offer))?.toISOString() ?? null,
  };
}

function endOf({ situation }: OfferState, reason: string | null): CreatorOffer['ended'] {
  const stage = effectiveStage(situation);
  if (stage === 'REJECTED') return { why: 'DECLINED', reason: null };
  return stage === 'INVALIDATED' ? { why: situation.invalidationType ?? stage, reason } : null;
}

/** Returns the post with its views gained in the campaign; a post that was just approved has no figures yet. */
async function readPost(scope: BrandScope, { id, finalPostUrl }: typeof offers.$inferSelect) {
  const [post] = await scope.db
    .select({ id: posts.id, url: posts.finalPostUrl })
    .from(posts)
    .where(scope.own(posts, eq(posts.offerId, id)))
    .orderBy(desc(posts.postedAt), desc(posts.id))
    .limit(1);
  if (post === undefined) return finalPostUrl === null ? null : { url: finalPostUrl, viewCount: 0 };
  const gains = await readGains(scope, allDays, [post.id]);
  return { url: post.url, viewCount: Math.max(0, gains.get(post.id)?.viewCount ?? 0) };
}

/** Returns the brand's review deadline; null if nothing is in review or no deadline is set. */
function reviewDueOf({ offer, situation }: OfferState): string | null {
  if (effectiveStage(situation) !== 'AWAITING_EVIDENCE_CLEARANCE') return null;
  const { silentDays, waits } = situation;
  return dueOf(offer.stageEnteredAt, { silentDays, reviewDays: waits.reviewDays })?.dueAt.toISOString() ?? null;
}

/**
 * Returns the time at which an offer expires, by its deadline or its campaign's end; null if there is no deadline, or
 * during a pause.
 */
function expiryOf({ situation }: OfferState, campaign: CampaignRow): Date | null {
  const { stage, waits } = situation;
  if (effectiveStage(situation) !== stage) return null;
  if (campaign.pausedAt !== null) return null;
  const days = stage === 'OFFERED' ? waits.offeredDays : stage.startsWith('SUBMIT_') ? waits.submitDays : null;
  if (days === null) return null;
  const { startAt, endAt } = campaign;
  const { endMs } = campaignRun({
    CPMWorker: toWorker(campaign),
    startAt: startAt.toISOString(),
    endAt: endAt?.toISOString() ?? null,
  });
  return new Date(Math.min(waitStartMs(situation) + days * dayMs, endMs));
}
