import { and, inArray, isNotNull, lt, or, type SQL } from 'drizzle-orm';
import { offers } from '#server/database/tables/tables.ts';
import { hasEndedRow, plannedEnd } from './campaign-state.ts';

/** Retention of content that is no longer needed, counted from the end of both campaign and offer. */
const keptMs = 90 * 86_400_000;

/** SQL condition: the offer ended before the given time. */
export function endedBefore(before: Date): SQL | undefined {
  const hasEnded = or(
    isNotNull(offers.invalidationType),
    inArray(offers.stageType, ['AWAITING_EARNING_CLEARANCE', 'CLEARED', 'INVALIDATED', 'REJECTED']),
  );
  return and(hasEnded, lt(offers.updatedAt, before));
}

/** SQL condition, with the campaign joined: the offer and its campaign ended more than 90 days ago. */
export function hasSettledLongAgo(now: Date): SQL | undefined {
  const before = new Date(now.getTime() - keptMs);
  return and(endedBefore(before), hasEndedRow(), lt(plannedEnd, before));
}
