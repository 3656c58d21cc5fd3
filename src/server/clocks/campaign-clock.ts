import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { moveDueCampaigns } from '../services/campaigns/campaign-life.ts';
import { endLeftOvers, expireOverdue } from '../services/campaigns/due-offers.ts';
import { settleDue } from '../services/campaigns/settle.ts';
import { independentTasks } from '../services/shared/independent-tasks.ts';

const everyMs = 60_000;

/**
 * One round of the clock: makes all due moves, of all brands.
 * @throws {AggregateError} after everything else was done, if some of it failed
 */
export async function moveDue(db: Database, now: Date): Promise<void> {
  const tasks = independentTasks();
  await tasks.run('move-campaigns', () => moveDueCampaigns(db, now));
  await tasks.run('expire-offers', () => expireOverdue(db, now));
  await tasks.run('end-offers', () => endLeftOvers(db, now));
  await tasks.run('settle-campaigns', () => settleDue(db, now));
  tasks.end();
}

interface Clock {
  db: Database;
  log: Pick<Logger, 'error'>;
  now: () => Date;
}

/**
 * Lets campaigns begin and end on their days and offers expire, and settles campaigns that have ended: asks every minute. Of several
 * processes one moves a campaign or an offer, the others find it moved. @returns what ends it, after a round that runs
 */
export function startCampaignClock({ db, log, now }: Clock): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= moveDue(db, now())
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
