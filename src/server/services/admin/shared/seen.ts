import { createHash } from 'node:crypto';
import type { brands, campaigns } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';

/** Tag of a state: commands take it as `--seen`, as brands send If-Match. */
const seenTag = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12);

/** Tag of a brand's profile and state, without its password and fields that change on their own. */
export function seenOfBrand(row: typeof brands.$inferSelect): string {
  const { revision, shownRevision, feedEpoch, feedFloor, feedTimeline, feedForks, ...rest } = row;
  const { activityMailedAt, passwordHash, ...shown } = rest;
  return seenTag(shown);
}

/** Tag of a campaign's content and state, without fields that change on their own: views, and the brand's read mark. */
export function seenOfCampaign({ unread, revision, ...shown }: typeof campaigns.$inferSelect): string {
  return seenTag(shown);
}

/** Tag of an offer's earning: its amount, payment, holds and the number of answers to each. */
export const seenOfEarning = (shown: {
  amountCents: number | null;
  payoutId: string | null;
  holds: readonly (readonly [id: string, isReleased: boolean, answers: number])[];
}): string => seenTag(shown);

/** @throws {CommandError} if it has changed since the operator saw it; undefined skips the check */
export function requireSeen(seen: string | undefined, now: string, what: string, show: string): void {
  if (seen === undefined || seen === now) return;
  throw new CommandError(`${what} has changed since you looked at it. Run ${show} again.`);
}
