import { formatCount } from '../money/money.ts';
import { addDays, type Day, daysBetween, type Period } from '../time/period.ts';

export function earlierDay(a: Day, b: Day): Day {
  if (a < b) return a;
  return b;
}

export function laterDay(a: Day, b: Day): Day {
  if (a > b) return a;
  return b;
}

/** Number of days of a period. */
export const lengthDays = ({ since, until }: Period): number => daysBetween(since, until) + 1;

/** The elapsed part of a period; all of it if none has elapsed. */
export function elapsedPart({ since, until }: Period, today: Day): Period {
  return { since, until: since <= today && today < until ? today : until };
}

/** The preceding period of the same length. */
export function previousPeriod(period: Period): Period {
  return { since: addDays(period.since, -lengthDays(period)), until: addDays(period.since, -1) };
}

/** Change of a figure. `percent` is a positive integer; a change from zero has no percentage. */
export type Change =
  | { kind: 'same' }
  | { kind: 'from-nothing' }
  | { kind: 'up' | 'down'; percent: number }
  /** An increase so large that a percentage is meaningless. */
  | { kind: 'many-times'; times: number };

const percentsSayLittle = 10;

export function changeOf(now: number, before: number): Change {
  if (now === before) return { kind: 'same' };
  if (before <= 0) return now > 0 ? { kind: 'from-nothing' } : { kind: 'same' };
  if (now / before >= percentsSayLittle) return { kind: 'many-times', times: Math.round(now / before) };
  const percent = Math.round((Math.abs(now - before) * 100) / before);
  if (percent === 0) return { kind: 'same' };
  return { kind: now > before ? 'up' : 'down', percent };
}

/** Words for an increase and a decrease. */
export interface Degrees {
  up: string;
  down: string;
}

export const countDegrees: Degrees = { up: 'more', down: 'fewer' };
export const priceDegrees: Degrees = { up: 'higher', down: 'lower' };

/** A change in words: "12% more", "No change". */
export function changeText(change: Change, degrees: Degrees): string {
  switch (change.kind) {
    case 'same':
      return 'No change';
    case 'from-nothing':
      return 'Up from 0';
    case 'many-times':
      return `${formatCount(change.times)} times as ${degrees === priceDegrees ? 'high' : 'many'}`;
    default:
      return `${change.percent}% ${degrees[change.kind]}`;
  }
}
