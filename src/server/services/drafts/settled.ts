import { and, inArray, isNotNull, lt, or, type SQL } from 'drizzle-orm';
import { offers } from '#server/database/tables.ts';
import { hasEndedRow, plannedEnd } from '../moves/campaign-state.ts';

/** For so long after the end of its campaign, and of its offer, what nobody needs any more is kept. */
const keptMs = 90 * 86_400_000;

/** Holds for rows of offers, with their campaigns, that can't go on and have not for 90 days. */
export function hasSettledLongAgo(now: Date): SQL | undefined {
  const before = new Date(now.getTime() - keptMs);
  const hasOfferEnded = or(
    isNotNull(offers.invalidationType),
    inArray(offers.stageType, ['AWAITING_EARNING_CLEARANCE', 'CLEARED', 'INVALIDATED', 'REJECTED']),
  );
  return and(hasOfferEnded, lt(offers.updatedAt, before), hasEndedRow(), lt(plannedEnd, before));
}
