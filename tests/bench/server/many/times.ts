import { setTimeout as wait } from 'node:timers/promises';
import type { BenchServer } from '../server-process.ts';
import type { Load } from './load.ts';

/** Times on the process's monotonic clock, and durations since the promotion command, in ms. */
export interface Times {
  loadedAt: number;
  killedAt: number;
  promotedAt: number;
  /** Until both servers responded to `/ready` with 200. */
  readyMs: number;
  /** Until the first write got a 2xx. */
  firstWriteMs: number;
}

const limitMs = 60_000;
const everyMs = 50;

/** Waits until both servers are ready and a write has succeeded. @throws after a minute */
export async function untilServing(
  servers: readonly BenchServer[],
  { writes }: Pick<Load, 'writes'>,
  since: number,
): Promise<Pick<Times, 'readyMs' | 'firstWriteMs'>> {
  const hasEnded = () => performance.now() - since > limitMs;
  const firstWrite = () =>
    writes.flatMap(({ outcome, answeredAt }) =>
      outcome === 'done' && answeredAt !== null && answeredAt > since ? [answeredAt - since] : [],
    );
  const readyAt = await Promise.all(
    servers.map(async ({ address }) => {
      while (!(await isReady(address))) {
        if (hasEnded()) throw new Error(`${address} wasn’t ready within ${limitMs / 1_000} s of the promotion.`);
        await wait(everyMs);
      }
      return performance.now() - since;
    }),
  );
  while (firstWrite().length === 0) {
    if (hasEnded())
      throw new Error(`No write succeeded within ${limitMs / 1_000} s of the promotion: ${lastAnswers(writes)}`);
    await wait(everyMs);
  }
  return { readyMs: Math.max(...readyAt), firstWriteMs: Math.min(...firstWrite()) };
}

/** Last responses to writes, with their counts. */
function lastAnswers(writes: Load['writes']): string {
  const counts = new Map<string, number>();
  for (const { outcome, lastAnswer } of writes) {
    const name = `${outcome} ${lastAnswer}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return JSON.stringify(Object.fromEntries(counts));
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/ready`, { signal: AbortSignal.timeout(2_000) })).status === 200;
  } catch {
    return false;
  }
}
