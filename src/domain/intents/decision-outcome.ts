import type { ChangeNote, ChangeRequest, Offer } from '#contract/brand/offer.ts';
import type { RequestedChange } from '#contract/brand/requested-changes.ts';
import { changeNotes, templateNamesOf } from '../offers/change-templates.ts';

interface Decision {
  kind: 'approve' | 'request-changes';
  /** The submission that was decided on. */
  fulfillmentId: string;
  /** The offer as the user saw it; null if it can no longer be read. */
  offerSeen: Offer | null;
  requestedChanges: readonly RequestedChange[] | null;
}

/** Outcome of an intent, inferred from a later state of its record. */
export type IntentOutcome = 'applied' | 'not-applied' | 'unknown';

/** Serializes notes independently of their order. */
const sortedNotes = (notes: readonly ChangeNote[]): string =>
  JSON.stringify(
    notes.map(({ templateName, note, atSeconds }) => JSON.stringify([templateName, note, atSeconds])).sort(),
  );

/**
 * Compares the templates and their notes, since a colleague may have requested the same changes with other notes. Earlier servers
 * don't return the values of the specification's own variables.
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

/** The changes requested on the submission; null if there are none, or the offer doesn't show them. */
function changesAsked({ fulfillmentId, offerSeen }: Decision, now: Offer): ChangeRequest | 'some' | null {
  const attempt = offerSeen?.review?.attempt;
  const request = now.review?.changeRequests.find((each) => each.attempt === attempt);
  if (attempt !== undefined && request !== undefined) return request;
  return now.currentStage.fulfillment?.rejectedFulfillmentId === fulfillmentId ? 'some' : null;
}

/** True if the submission was approved by anyone. */
function isApproved({ offerSeen }: Decision, now: Offer): boolean {
  const seen = offerSeen?.currentStage.fulfillment;
  if (!seen) return false;
  if (seen.evidenceType === 'PUBLISHED_VIDEO_URL') {
    return seen.fulfillment !== null && now.finalPostUrl === seen.fulfillment;
  }
  const attempt = offerSeen?.review?.attempt;
  // The submission right after an approved draft is the post's link. If there was another in between, that one may have been
  // approved instead.
  const { fulfillment } = now.currentStage;
  return (
    attempt !== undefined &&
    now.review?.attempt === attempt + 1 &&
    fulfillment?.evidenceType === 'PUBLISHED_VIDEO_URL' &&
    fulfillment.rejectedFulfillmentId === null
  );
}

/**
 * Infers from the current offer if a decision whose response was lost was applied. A submission is decided on only once, so any
 * other decision on it means that this one was not applied.
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

/**
 * True if an offer that was waiting for a link is back in review with its previous draft. Doesn't need the offer's history, which
 * a server may omit.
 */
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
 * Infers from the current offer if a take-back whose response was lost was applied. Taking the approval back and submitting the
 * link are mutually exclusive, and the offer's history shows which one happened.
 */
export function outcomeOfTakeBack(
  { fulfillmentId, offerSeen }: Pick<Decision, 'fulfillmentId' | 'offerSeen'>,
  now: Offer,
): IntentOutcome {
  // The link is still due, or the creator has submitted it.
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
