import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Processes items in batches, in order, and yields to the event loop between them. */
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
