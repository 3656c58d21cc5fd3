import type { EvidenceType, Fulfillment, OfferStageType } from '#contract/offer.ts';

/** Stage of an offer after a brand's decision. */
export interface DecidedStage {
  type: Extract<OfferStageType, 'ONGOING' | 'SUBMIT_EVIDENCE'>;
  /** The creator's next debt; null when there is none. */
  owed: { evidenceType: EvidenceType; rejectedFulfillmentId: string | null } | null;
  /** The post that the offer ends up with; undefined where it isn't known yet. */
  finalPostUrl?: string | null;
}

/** After a draft the creator owes the post's link; after a link the offer is ongoing. */
export function stageAfterAccept({
  evidenceType,
  fulfillment,
}: Pick<Fulfillment, 'evidenceType' | 'fulfillment'>): DecidedStage {
  return evidenceType === 'VIDEO_WITH_CAPTION'
    ? { type: 'SUBMIT_EVIDENCE', owed: { evidenceType: 'PUBLISHED_VIDEO_URL', rejectedFulfillmentId: null } }
    : { type: 'ONGOING', owed: null, finalPostUrl: fulfillment };
}

/** After changes were asked for, the same kind of evidence is owed again. */
export function stageAfterReject({ id, evidenceType }: Pick<Fulfillment, 'id' | 'evidenceType'>): DecidedStage {
  return { type: 'SUBMIT_EVIDENCE', owed: { evidenceType, rejectedFulfillmentId: id } };
}
