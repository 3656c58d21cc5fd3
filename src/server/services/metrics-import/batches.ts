import { setImmediate as breathe } from 'node:timers/promises';

/** What one statement carries: small enough that the embedded database, which blocks its process, lets others in between. */
const rowsAtOnce = 1_000;

/** Does the work for some items at a time, in order, and lets the process see to others in between. */
export async function inBatches<T>(items: readonly T[], work: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < items.length; i += rowsAtOnce) {
    await work(items.slice(i, i + rowsAtOnce));
    await breathe();
  }
}
