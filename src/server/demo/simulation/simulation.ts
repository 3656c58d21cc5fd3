import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import { between, type Random } from '../random.ts';
import { simulateRound } from './step.ts';

/** Delays before the first step, which users should notice soon after login, and before each further step. */
const firstWaitMs = [6_000, 9_000] as const;
const waitMs = [10_000, 20_000] as const;
/** Shorter than any delay, so it matters only if several servers run the simulation. */
const quietMs = 8_000;

interface Simulation {
  db: Database;
  log: Pick<Logger, 'error'>;
  now: () => Date;
  random?: Random;
}

/** Makes something happen to every brand every 10 to 20 s. @returns a function that stops it, after the current round */
export function startSimulation({ db, log, now, random = Math.random }: Simulation): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;
  const step = async () => {
    try {
      await simulateRound(db, { now: now(), random, quietMs });
    } catch (error) {
      log.error({ err: error }, 'A round of the simulation failed');
    }
    wait(waitMs);
  };
  const wait = ([low, high]: readonly [number, number]) => {
    if (isStopped) return;
    timer = setTimeout(
      () => {
        running = step();
      },
      between(random, low, high),
    );
    timer.unref();
  };
  wait(firstWaitMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    return running;
  };
}
