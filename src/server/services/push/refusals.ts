import type { pushDevices } from '#server/database/tables/push-tables.ts';
import type { PushOutcome } from './send.ts';

/** Consecutive refusals of a device by its push service, and the time of the first. */
export type Refusals = Pick<typeof pushDevices.$inferSelect, 'refusals' | 'refusedSince'>;

/** A device that was never refused, or has received a push since. */
export const noRefusals: Refusals = { refusals: 0, refusedSince: null };

const mostRefusals = 5;
/** Time in which an operator notices and restores a wrong key. A key that stays changed makes its subscriptions useless anyway. */
const leastMs = 3 * 86_400_000;

/** A device's refusals with this one; null for an outcome that says nothing about the device. */
export function refusedAgain(
  { refusals, refusedSince }: Refusals,
  { result }: PushOutcome,
  now: Date,
): Refusals | null {
  if (result !== 'doubtful') return null;
  return { refusals: refusals + 1, refusedSince: refusedSince ?? now };
}

/** True if a device has been refused several times in a row over several days. */
export const isDead = ({ refusals, refusedSince }: Refusals, now: Date): boolean =>
  refusals >= mostRefusals && refusedSince !== null && now.getTime() - refusedSince.getTime() >= leastMs;
