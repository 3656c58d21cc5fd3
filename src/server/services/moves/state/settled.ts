import { and, inArray, isNotNull, lt, or, type SQL } from 'drizzle-orm';
import { offers } from '#server/database/tables/tables.ts';
import { hasEndedRow, plannedEnd } from './campaign-state.ts';

/** Time after the end of its campaign and offer for which content that is no longer needed is kept. */
const keptMs = 90 * 86_400_000;

/** Holds for rows of offers that can't go on, and could not since before an instant. */
export function endedBefore(before: Date): SQL | undefined {
  const hasEnded = or(
    isNotNull(offers.invalidationType),
    inArray(offers.stageType, ['AWAITING_EARNING_CLEARANCE', 'CLEARED', 'INVALIDATED', 'REJECTED']),
  );
  return and(hasEnded, lt(offers.updatedAt, before));
}

/** Holds for rows of offers, with their campaigns, that can't go on and have not for 90 days. */
export function hasSettledLongAgo(now: Date): SQL | undefined {
  const before = new Date(now.getTime() - keptMs);
  return and(endedBefore(before), hasEndedRow(), lt(plannedEnd, before));
}
