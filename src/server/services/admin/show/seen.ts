import { createHash } from 'node:crypto';
import { CommandError } from '#server/command-error.ts';

/** Tag of what a command shows: the same as long as that is the same. Commands take it as `--seen`, as brands send If-Match. */
export const seenTag = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12);

/** @throws {CommandError} if it isn't what the operator has seen; undefined is anything */
export function requireSeen(seen: string | undefined, now: string, what: string, show: string): void {
  if (seen === undefined || seen === now) return;
  throw new CommandError(`${what} has changed since you looked at it. Run ${show} again.`);
}
