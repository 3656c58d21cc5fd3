import { createHash } from 'node:crypto';
import type { brands, campaigns } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';

/** Returns the tag of a state. Commands accept it as `--seen`, like If-Match in requests from brands. */
const seenTag = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12);

/** Returns the tag of a brand's profile and state, without its password and fields that change on their own. */
export function seenOfBrand(row: typeof brands.$inferSelect): string {
  const { revision, shownRevision, feedEpoch, feedFloor, feedTimeline, feedForks, ...rest } = row;
  const { activityMailedAt, passwordHash, ...shown } = rest;
  return seenTag(shown);
}

/**
 * Returns the tag of a campaign's content and state, without its revision, which changes with its views, and the
 * brand's read mark.
 */
export function seenOfCampaign({ unread, revision, ...shown }: typeof campaigns.$inferSelect): string {
  return seenTag(shown);
}

/** Returns the tag of an offer's earnings: their amount, payment, holds and the number of answers to each hold. */
export const seenOfEarning = (shown: {
  amountCents: number | null;
  payoutId: string | null;
  holds: readonly (readonly [id: string, isReleased: boolean, answers: number])[];
}): string => seenTag(shown);

/** @throws {CommandError} if the state has changed since the operator saw it; an undefined `seen` skips the check */
export function requireSeen(seen: string | undefined, now: string, what: string, show: string): void {
  if (seen === undefined || seen === now) return;
  throw new CommandError(`${what} has changed since you looked at it. Run ${show} again.`);
}
