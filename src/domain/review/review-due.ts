import type { Offer } from '#contract/brand/offer.ts';
import { canReview } from '../offers/offer-stage.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Consequence for a submission that the brand hasn't decided on in time: the team may decide for it, or nothing happens. */
export type AfterDue = 'team-decides' | 'nothing';

interface Terms {
  /** Days after which the team may decide for the brand; null: never. */
  silentDays: number | null;
  /** Days that the provider gives all brands; null: no limit. */
  reviewDays: number | null;
}

/** Due time of a submission that is in review since then. A brand's own term comes before the provider's; null without either. */
export function dueOf(enteredAt: Date, { silentDays, reviewDays }: Terms): { dueAt: Date; afterDue: AfterDue } | null {
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
  afterDue: AfterDue;
}

type Reviewed = Pick<Offer, 'currentStage' | 'invalidationType' | 'review'>;

/** Due state of a submission that the brand has to decide on; null if nothing is due. */
export function reviewDue(offer: Reviewed, now: Date): ReviewDue | null {
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
 * @param daysApart days of the viewer's zone from now to the due time
 */
export function dueWords({ dueAt }: Pick<ReviewDue, 'dueAt'>, now: Date, daysApart: number): string {
  const leftMs = dueAt.getTime() - now.getTime();
  if (leftMs <= 0) return `Overdue by ${length(-leftMs)}`;
  if (leftMs < 12 * hourMs) return `Due in ${length(leftMs)}`;
  if (daysApart === 0) return 'Due today';
  return daysApart === 1 ? 'Due tomorrow' : `Due in ${daysApart} days`;
}

/**
 * States what happens if the brand doesn't decide.
 * @param at the due time in the reader's words, such as "Dec 3, 4:00 PM"
 */
export function silenceWords({ state, afterDue }: Pick<ReviewDue, 'state' | 'afterDue'>, at: string): string {
  if (afterDue === 'nothing') return 'Nothing is approved automatically. The creator waits for your decision.';
  return state === 'overdue' ? 'We may decide for you now.' : `If you don’t decide by ${at}, we may decide for you.`;
}
