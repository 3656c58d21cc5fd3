import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import { moveDueCampaigns } from './services/campaign-life.ts';

const everyMs = 60_000;

interface Clock {
  db: Database;
  log: Pick<Logger, 'error'>;
  now: () => Date;
}

/**
 * Lets campaigns begin and end on their days: asks every minute. Of several processes one moves a campaign, the others find
 * it moved. @returns what ends it, after a round that runs
 */
export function startCampaignClock({ db, log, now }: Clock): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= moveDueCampaigns(db, now())
      .catch((error: unknown) => log.error({ err: error }, 'Campaigns could not be moved'))
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
