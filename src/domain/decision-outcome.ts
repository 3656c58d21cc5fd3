import type { ChangeNote, ChangeRequest, Offer } from '#contract/offer.ts';
import type { RequestedChange } from '#contract/requested-changes.ts';

interface Decision {
  kind: 'approve' | 'request-changes';
  /** The submission that was decided on. */
  fulfillmentId: string;
  /** The offer as the brand saw it; null where that can't be read any more. */
  offerSeen: Offer | null;
  requestedChanges: readonly RequestedChange[] | null;
}

/** The word of a record on an intent about an earlier state of it. */
export type IntentOutcome = 'applied' | 'not-applied' | 'unknown';

/** The same templates, and the same words on each: a colleague may have asked for the same with other words. */
function isRequestFor(changes: readonly RequestedChange[], { templateNames, notes = [] }: ChangeRequest): boolean {
  const wordsOn = ({ note, atSeconds }: Partial<ChangeNote> = {}) => JSON.stringify([note, atSeconds]);
  return (
    changes.length === templateNames.length &&
    changes.every(
      ({ templateName, variables }) =>
        templateNames.includes(templateName) &&
        wordsOn(variables) === wordsOn(notes.find((each) => each.templateName === templateName)),
    )
  );
}

/** The request that was made on the submission; null where none was made, or the offer doesn't show it. */
function changesAsked({ fulfillmentId, offerSeen }: Decision, now: Offer): ChangeRequest | 'some' | null {
  const attempt = offerSeen?.review?.attempt;
  const request = now.review?.changeRequests.find((each) => each.attempt === attempt);
  if (attempt !== undefined && request !== undefined) return request;
  return now.currentStage.fulfillment?.rejectedFulfillmentId === fulfillmentId ? 'some' : null;
}

/** True where the submission was approved, by whomever. */
function isApproved({ offerSeen }: Decision, now: Offer): boolean {
  const seen = offerSeen?.currentStage.fulfillment;
  if (!seen) return false;
  if (seen.evidenceType === 'PUBLISHED_VIDEO_URL') {
    return seen.fulfillment !== null && now.finalPostUrl === seen.fulfillment;
  }
  const attempt = offerSeen?.review?.attempt;
  // The try right after an approved draft is the post's link; with another between them that one may be what was approved.
  const { fulfillment } = now.currentStage;
  return (
    attempt !== undefined &&
    now.review?.attempt === attempt + 1 &&
    fulfillment?.evidenceType === 'PUBLISHED_VIDEO_URL' &&
    fulfillment.rejectedFulfillmentId === null
  );
}

/**
 * Tells from the offer as it is now if a decision whose answer was lost took effect. A submission is decided on once,
 * so that what was done otherwise with it says that this decision was not applied.
 */
export function outcomeOfDecision(decision: Decision, now: Offer): IntentOutcome {
  const { type, fulfillment } = now.currentStage;
  if (type === 'AWAITING_EVIDENCE_CLEARANCE' && fulfillment?.id === decision.fulfillmentId) return 'not-applied';
  const asked = changesAsked(decision, now);
  if (asked !== null) {
    if (decision.kind === 'approve') return 'not-applied';
    return asked === 'some' || isRequestFor(decision.requestedChanges ?? [], asked) ? 'applied' : 'not-applied';
  }
  if (!isApproved(decision, now)) return 'unknown';
  return decision.kind === 'approve' ? 'applied' : 'not-applied';
}
