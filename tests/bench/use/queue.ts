import { drainQueue } from '#tests/support/worker/long-queue.ts';
import type { Add } from '../report.ts';

const group = 'Sending a long queue: the worker with a fake network and database, in Node';
const lengths = [100, 400, 2000] as const;

/** Measures the cost of one decision in queues of different lengths, for a brand with the same offers each time. */
export async function measureQueue({ quick, add, say }: { quick: boolean; add: Add; say(text: string): void }) {
  const measured = quick ? lengths.slice(0, 2) : lengths;
  const offers = Math.max(...measured);
  for (const length of measured) {
    say(`Sending ${length} decisions …`);
    const { ms, bytes, rows, applied } = await drainQueue({ length, offers });
    if (applied !== length) throw new Error(`${applied} of ${length} decisions were sent`);
    add(group, `${length} decisions, each`, [ms / length]);
    add(group, '  sent to the pages', [bytes / length / 1000], null, 'KB');
    add(group, '  rows of the queue read', [rows / length], null, 'rows');
  }
  return undefined;
}
