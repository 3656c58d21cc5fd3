import type { pushDevices } from '#server/database/tables/push-tables.ts';
import type { PushOutcome } from './send.ts';

/** Consecutive refusals of a device by its push service, and the time of the first. */
export type Refusals = Pick<typeof pushDevices.$inferSelect, 'refusals' | 'refusedSince'>;

/** A device that was never refused, or has received a push since then. */
export const noRefusals: Refusals = { refusals: 0, refusedSince: null };

const maxRefusals = 5;
/**
 * Minimum time since the first refusal, so that an operator can notice and fix a wrong key. A permanently changed key
 * invalidates its subscriptions anyway.
 */
const minMs = 3 * 86_400_000;

/** Adds a refusal to a device's count; null if the outcome says nothing about the device. */
export function addRefusal({ refusals, refusedSince }: Refusals, { result }: PushOutcome, now: Date): Refusals | null {
  if (result !== 'doubtful') return null;
  return { refusals: refusals + 1, refusedSince: refusedSince ?? now };
}

/** True if a device was refused several times in a row over several days. */
export const isDead = ({ refusals, refusedSince }: Refusals, now: Date): boolean =>
  refusals >= maxRefusals && refusedSince !== null && now.getTime() - refusedSince.getTime() >= minMs;
