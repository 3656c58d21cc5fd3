import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Does the work for some items at a time, in order, and lets the process see to others in between. */
export async function inBatches<T>(
  items: readonly T[],
  atOnce: number,
  work: (batch: T[]) => Promise<unknown>,
): Promise<void> {
  for (let i = 0; i < items.length; i += atOnce) {
    await work(items.slice(i, i + atOnce));
    await yieldToEventLoop();
  }
}
