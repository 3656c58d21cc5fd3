import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { type Database, rowsOf } from '#server/database/database.ts';
import { openRemote } from '#server/database/remote.ts';
import { noticeRestore } from '#server/services/feed/feed-history.ts';
import { startOwnPostgres } from './postgres.ts';

/**
 * Starts a primary with Afield's tables and an asynchronous standby until the test ends, or the file with `afterAll`.
 */
export async function startPair(atEnd: (close: () => Promise<void>) => void = onTestFinished) {
  const opened = async (url: string): Promise<Database> => {
    const { db, close } = await openRemote(url, { onIdleError: () => {} });
    atEnd(close);
    return db;
  };
  const primary = await startOwnPostgres();
  atEnd(primary.remove);
  const db = await opened(primary.url);
  await noticeRestore(db, '');
  const standby = await primary.startStandby();
  atEnd(standby.remove);
  const isCaughtUp = sql`select bool_and(replay_lsn >= pg_current_wal_lsn()) as yes from pg_stat_replication`;
  return {
    db,
    primary,
    standby,
    /** Waits until the standby has replayed everything that the primary has written. */
    async catchUp() {
      while ((await rowsOf<{ yes: boolean | null }>(db, isCaughtUp))[0]?.yes !== true) await wait(20);
    },
    cutStandby: () => standby.stop(),
    /** Kills the primary as a crash would, and promotes the standby. */
    async failOver() {
      await primary.stopNow();
      // It may already be running; if it can't start, it can't be promoted either.
      await standby.start().catch(() => undefined);
      await standby.promote();
      return opened(standby.url);
    },
  };
}
