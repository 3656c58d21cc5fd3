import type { ChangeNote, ChangeRequest, Offer } from '#contract/brand/offer.ts';
import type { RequestedChange } from '#contract/brand/requested-changes.ts';
import { changeNotes, templateNamesOf } from '../offers/change-templates.ts';

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

/** Serialises notes in an order that is independent of the order in which they were sent or received. */
const sortedNotes = (notes: readonly ChangeNote[]): string =>
  JSON.stringify(
    notes.map(({ templateName, note, atSeconds }) => JSON.stringify([templateName, note, atSeconds])).sort(),
  );

/**
 * Compares the templates and the notes on each: a colleague may have requested the same changes with other notes. Earlier
 * servers don't return the values of the specification's own variables.
 */
function isRequestFor(changes: readonly RequestedChange[], { templateNames, notes = [] }: ChangeRequest): boolean {
  const asked = changeNotes(changes);
  const withoutReasons = changeNotes(
    changes.map(({ templateName, variables: { note, atSeconds } }) => ({
      templateName,
      variables: { note, atSeconds },
    })),
  );
  return (
    JSON.stringify(templateNamesOf(changes).sort()) === JSON.stringify([...new Set(templateNames)].sort()) &&
    [asked, withoutReasons].some((each) => sortedNotes(each) === sortedNotes(notes))
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
 * Infers from the current offer if a decision whose answer was lost took effect. A submission is decided on only once, so
 * any other decision on it means that this one was not applied.
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

/** True if an offer that owed a link is back in review with the draft before it; a server may send no history. */
function isDraftBack(seen: Offer, now: Offer): boolean {
  const { type, fulfillment } = now.currentStage;
  const attempt = seen.review?.attempt;
  return (
    type === 'AWAITING_EVIDENCE_CLEARANCE' &&
    fulfillment?.evidenceType === 'VIDEO_WITH_CAPTION' &&
    attempt !== undefined &&
    now.review?.attempt === attempt - 1
  );
}

/**
 * Infers from the current offer if a take-back whose answer was lost took effect. Taking the approval back and submitting the
 * link exclude each other, and the offer's history shows which one happened.
 */
export function outcomeOfTakeBack(
  { fulfillmentId, offerSeen }: Pick<Decision, 'fulfillmentId' | 'offerSeen'>,
  now: Offer,
): IntentOutcome {
  // The link is still owed, or the creator has given it.
  if (now.currentStage.fulfillment?.id === fulfillmentId) return 'not-applied';
  if (offerSeen?.currentStage.fulfillment?.id !== fulfillmentId) return 'unknown';
  const last = offerSeen.history?.at(-1);
  const history = now.history ?? [];
  const place = history.findIndex(({ move, at }) => move === last?.move && at === last.at);
  const next =
    place < 0 ? undefined : history.slice(place + 1).find(({ move }) => /^(take-back|submit-link)$/.test(move));
  if (next !== undefined) return next.move === 'take-back' ? 'applied' : 'not-applied';
  return isDraftBack(offerSeen, now) ? 'applied' : 'unknown';
}
