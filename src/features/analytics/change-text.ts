import type { Change } from '#domain/comparison.ts';
import { formatCount } from '#domain/money.ts';

/** Words for more and less of something. */
export interface Degrees {
  up: string;
  down: string;
}

export const ofMany: Degrees = { up: 'more', down: 'fewer' };
export const ofPrices: Degrees = { up: 'higher', down: 'lower' };

/** A change in words: "12% more", "No change". */
export function changeText(change: Change, degrees: Degrees): string {
  switch (change.kind) {
    case 'same':
      return 'No change';
    case 'from-nothing':
      return 'None before';
    case 'many-times':
      return `${formatCount(change.times)} times as ${degrees === ofPrices ? 'high' : 'many'}`;
    default:
      return `${change.percent}% ${degrees[change.kind]}`;
  }
}
