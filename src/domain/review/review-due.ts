import type { Offer } from '#contract/brand/offer.ts';
import { canReview } from '../offers/offer-stage.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Consequence if the brand doesn't decide on a submission in time: the team may decide for it, or nothing happens. */
export type OverdueConsequence = 'team-decides' | 'nothing';

interface Terms {
  /** Days after which the team may decide for the brand; null if never. */
  silentDays: number | null;
  /** Days that the provider gives all brands; null without a limit. */
  reviewDays: number | null;
}

/**
 * Due time of a submission that entered review at `enteredAt`. A brand's own term takes precedence over the provider's; null if
 * neither is set.
 */
export function dueOf(
  enteredAt: Date,
  { silentDays, reviewDays }: Terms,
): { dueAt: Date; afterDue: OverdueConsequence } | null {
  const days = silentDays ?? reviewDays;
  if (days === null) return null;
  return {
    dueAt: new Date(enteredAt.getTime() + days * dayMs),
    afterDue: silentDays === null ? 'nothing' : 'team-decides',
  };
}

export interface ReviewDue {
  /** `due-soon` in the last quarter of the time. */
  state: 'waiting' | 'due-soon' | 'overdue';
  dueAt: Date;
  afterDue: OverdueConsequence;
}

type ReviewedOffer = Pick<Offer, 'currentStage' | 'invalidationType' | 'review'>;

/** Due state of a submission that awaits the brand's decision; null if nothing is due. */
export function reviewDue(offer: ReviewedOffer, now: Date): ReviewDue | null {
  const { dueAt: said, afterDue = 'nothing' } = offer.review ?? {};
  if (said === undefined || !canReview(offer)) return null;
  const dueAt = new Date(said);
  const leftMs = dueAt.getTime() - now.getTime();
  const wholeMs = dueAt.getTime() - Date.parse(offer.currentStage.enteredAt);
  const state = leftMs <= 0 ? 'overdue' : leftMs * 4 <= wholeMs ? 'due-soon' : 'waiting';
  return { state, dueAt, afterDue };
}

/** "5 min", "3 h", "2 days", rounded down. */
function length(ms: number): string {
  if (ms < hourMs) return `${Math.max(1, Math.floor(ms / minuteMs))} min`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h`;
  const days = Math.floor(ms / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}

/**
 * "Due in 3 h", "Due tomorrow", "Overdue by 2 h".
 * @param daysApart days from now to the due time in the viewer's zone
 */
export function reviewDueText({ dueAt }: Pick<ReviewDue, 'dueAt'>, now: Date, daysApart: number): string {
  const leftMs = dueAt.getTime() - now.getTime();
  if (leftMs <= 0) return `Overdue by ${length(-leftMs)}`;
  if (leftMs < 12 * hourMs) return `Due in ${length(leftMs)}`;
  if (daysApart === 0) return 'Due today';
  return daysApart === 1 ? 'Due tomorrow' : `Due in ${daysApart} days`;
}

/**
 * Explains what happens if the brand doesn't decide.
 * @param at the due time, formatted for the reader, such as "Dec 3, 4:00 PM"
 */
export function silenceText({ state, afterDue }: Pick<ReviewDue, 'state' | 'afterDue'>, at: string): string {
  if (afterDue === 'nothing')
    return 'Submissions aren’t approved automatically. The creator is waiting for your decision.';
  return state === 'overdue' ? 'We may decide for you now.' : `If you don’t decide by ${at}, we may decide for you.`;
}
