import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { CampaignStep } from '#contract/brand/campaign.ts';
import type { OfferStageType } from '#contract/brand/offer.ts';
import {
  defaultWaitingTimes,
  firstEvidence,
  type OfferSituation,
  stepsOf,
  type WaitingTimes,
} from '#domain/offers/offer-situation.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { creatorAccounts, creatorProfiles, isSameAccount } from '#server/database/tables/creator-tables.ts';
import { offerDeliveries, offerMoves, waitingTimes } from '#server/database/tables/offer-tables.ts';
import { brands, campaigns, creators, fulfillments, offers } from '#server/database/tables/tables.ts';
import { hasEnded, isRunning } from './campaign-state.ts';
import { freePlaces } from './places.ts';

export type AttemptRow = typeof fulfillments.$inferSelect;

/** An offer with everything that its next move depends on. */
export interface OfferState {
  offer: typeof offers.$inferSelect;
  /** The attempts, oldest first, and the one that the offer's stage is about. */
  tries: AttemptRow[];
  current: AttemptRow | null;
  /** Number of the last move; 0 before the first. */
  sequence: number;
  situation: OfferSituation;
}

/** Only the needed columns: they are repeated for each offer, and a campaign's brief is long. */
const ofCampaign = {
  campaignType: campaigns.campaignType,
  asks: campaigns.asks,
  approvalStatus: campaigns.approvalStatus,
  status: campaigns.status,
  workerStatus: campaigns.workerStatus,
  settledAt: campaigns.settledAt,
  pausedAt: campaigns.pausedAt,
  resumedAt: campaigns.resumedAt,
  freePlaces,
};

/**
 * Reads the states of offers. A writer holds the brand's lock, so the states stay valid until the writer changes them.
 */
export async function readOfferStates(scope: BrandScope, offerIds: readonly string[]): Promise<OfferState[]> {
  if (offerIds.length === 0) return [];
  const ids = [...offerIds];
  const { db } = scope;
  const rows = await db
    .select({
      ...{ offer: offers, campaign: ofCampaign, silentDays: brands.silentDays, suspendedAt: brands.suspendedAt },
      blockedAt: creatorProfiles.blockedAt,
    })
    .from(offers)
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .leftJoin(creatorAccounts, isSameAccount())
    .leftJoin(creatorProfiles, eq(creatorProfiles.id, creatorAccounts.creatorId))
    .where(scope.own(offers, inArray(offers.id, ids)))
    .orderBy(asc(offers.id));
  const tries = await db
    .select()
    .from(fulfillments)
    .where(scope.own(fulfillments, inArray(fulfillments.offerId, ids)))
    .orderBy(asc(fulfillments.attempt));
  const deliveries = await db
    .select()
    .from(offerDeliveries)
    .where(scope.own(offerDeliveries, inArray(offerDeliveries.offerId, ids)));
  const lasts = await db
    .selectDistinctOn([offerMoves.offerId])
    .from(offerMoves)
    .where(scope.own(offerMoves, inArray(offerMoves.offerId, ids)))
    .orderBy(offerMoves.offerId, desc(offerMoves.sequence));
  const waits = await readWaitingTimes(db);
  return rows.map(({ offer, campaign, silentDays, suspendedAt, blockedAt }) => {
    const own = tries.filter(({ offerId }) => offerId === offer.id);
    const current = own.find(({ id }) => id === offer.fulfillmentId) ?? null;
    const last = lasts.find(({ offerId }) => offerId === offer.id);
    const steps = stepsOf(campaign.campaignType, campaign.asks);
    const isSent = deliveries.some(({ offerId, sentAt }) => offerId === offer.id && sentAt !== null);
    return {
      offer,
      tries: own,
      current,
      sequence: last?.sequence ?? 0,
      situation: {
        stage: offer.stageType,
        enteredAtMs: offer.stageEnteredAt.getTime(),
        invalidationType: offer.invalidationType,
        isDraftApproved: approvedDraft(own, current) !== null,
        isPostApproved: own.some(
          ({ evidenceType, acceptedAt }) => evidenceType === 'PUBLISHED_VIDEO_URL' && acceptedAt !== null,
        ),
        evidenceType: current?.evidenceType ?? (offer.stageType === 'SUBMIT_EVIDENCE' ? firstEvidence(steps) : null),
        campaign: {
          isRunning: isRunning(campaign),
          hasEnded: hasEnded(campaign),
          isSettled: campaign.settledAt !== null,
          isPaused: campaign.pausedAt !== null,
          isEnding: campaign.workerStatus === 'ENDING',
          freePlaces: campaign.freePlaces,
          resumedAtMs: campaign.resumedAt?.getTime() ?? null,
          steps,
        },
        done: doneSteps(own, isSent),
        stageBefore: stageBefore(offer.stageType, last),
        waits,
        silentDays,
        isBrandSuspended: suspendedAt !== null,
        isCreatorBlocked: blockedAt !== null,
      },
    };
  });
}

/** Key of the only row. Defaults apply while the row is missing. */
export const waitingTimesId = 'provider';

/** Returns the waiting times set by the provider. */
export async function readWaitingTimes(db: Database): Promise<WaitingTimes> {
  const [row] = await db
    .select({
      offeredDays: waitingTimes.offeredDays,
      submitDays: waitingTimes.submitDays,
      reviewDays: waitingTimes.reviewDays,
    })
    .from(waitingTimes)
    .where(eq(waitingTimes.id, waitingTimesId));
  return row ?? defaultWaitingTimes;
}

/** A caption attempt has only the caption. A draft whose file was deleted still has its video's properties. */
export const isCaptionAttempt = ({ evidenceType, fulfillment, submittedAt, durationMs }: AttemptRow): boolean =>
  evidenceType === 'VIDEO_WITH_CAPTION' && fulfillment === null && submittedAt !== null && durationMs === null;

/**
 * Returns the approved draft whose link is owed. Null once a link was submitted: after a link is sent back, the owed
 * attempt follows that link instead of the draft.
 */
export function approvedDraft(tries: readonly AttemptRow[], current: AttemptRow | null): AttemptRow | null {
  if (current === null || current.evidenceType !== 'PUBLISHED_VIDEO_URL' || current.submittedAt !== null) return null;
  const before = tries.findLast(({ attempt }) => attempt < current.attempt);
  const isApproved = before?.evidenceType === 'VIDEO_WITH_CAPTION' && before.acceptedAt !== null;
  return isApproved && !isCaptionAttempt(before) ? before : null;
}

const doneSteps = (tries: readonly AttemptRow[], isSent: boolean): CampaignStep[] => [
  ...(isSent ? (['PACKAGE'] as const) : []),
  ...(tries.some((each) => isCaptionAttempt(each) && each.acceptedAt !== null) ? (['CUSTOM_CAPTION'] as const) : []),
];

/**
 * Returns an offer's stage or, if its last move ended the offer, the stage before that move. Offers invalidated in
 * place keep their stage.
 */
function stageBefore(stage: OfferStageType, last: typeof offerMoves.$inferSelect | undefined): OfferStageType | null {
  if (stage !== 'INVALIDATED' && stage !== 'REJECTED') return stage;
  return last?.toStage === stage ? last.fromStage : null;
}
