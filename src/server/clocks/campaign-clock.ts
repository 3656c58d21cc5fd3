import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { moveDueCampaigns } from '../services/campaigns/campaign-life.ts';
import { endLeftoverOffers, expireOverdueOffers } from '../services/campaigns/due-offers.ts';
import { settleDue } from '../services/campaigns/settle.ts';
import { independentTasks } from '../services/shared/independent-tasks.ts';

const everyMs = 60_000;

/**
 * Makes all due moves, for all brands.
 * @throws {AggregateError} if tasks failed, once the others have run
 */
export async function makeDueMoves(db: Database, now: Date): Promise<void> {
  const tasks = independentTasks();
  await tasks.run('move-campaigns', () => moveDueCampaigns(db, now));
  await tasks.run('expire-offers', () => expireOverdueOffers(db, now));
  await tasks.run('end-offers', () => endLeftoverOffers(db, now));
  await tasks.run('settle-campaigns', () => settleDue(db, now));
  tasks.end();
}

interface Clock {
  db: Database;
  log: Pick<Logger, 'error'>;
  now: () => Date;
}

/**
 * Starts, ends and settles campaigns and expires offers when they are due, checking every minute. With several
 * processes, the first one makes the move and the others find it already made.
 * @returns a function that stops it, after the current round
 */
export function startCampaignClock({ db, log, now }: Clock): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= makeDueMoves(db, now())
      .catch((error: unknown) => log.error({ err: error }, 'Campaigns and offers couldn’t be advanced'))
      .finally(() => {
        running = null;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
