import { drizzle } from 'drizzle-orm/node-postgres';
import { orSay } from '../errors/start-error.ts';
import type { OpenDatabase } from './database.ts';
import { remoteNotices } from './notices/remote.ts';
import { bringUpToDate } from './remote/bring-up-to-date.ts';
import { despiteCuts } from './remote/despite-cuts.ts';
import { GuardedPool } from './remote/guarded-pool.ts';
import { findLimits, limits, roleDefaults, setLimits } from './remote/limits.ts';

interface RemoteOptions {
  /** Connections at most. */
  poolSize?: number;
  /** Timeout of a statement; the database's own statement timeout is a little shorter. */
  queryTimeoutMs?: number;
  /** Address for LISTEN, where the database is behind a pooler; the same address by default. */
  listenUrl?: string | null;
  /** Limit on waiting for another process that migrates the database. */
  migrationTurnLimitMs?: number;
  /** Called for connections that broke while idle; they are replaced on demand. */
  onIdleError(error: Error): void;
  /** Called if connections can't have limits and each transaction sets them, with the statements by which an operator can set them for the role. */
  onLimitsPerTransaction?(roleDefaults: string): void;
}

/** Connects to a PostgreSQL that others operate and brings its tables up to date. */
export async function openRemote(url: string, options: RemoteOptions): Promise<OpenDatabase> {
  const { poolSize = 10, queryTimeoutMs = limits.statement_timeout + 2_000, onIdleError } = options;
  const { migrationTurnLimitMs: turnLimitMs = 5 * 60_000 } = options;
  const limitsSetBy = await orSay('the database at DATABASE_URL', async () => {
    const setBy = await despiteCuts(() => findLimits(url));
    await despiteCuts(() => bringUpToDate(url, { turnLimitMs }));
    return setBy;
  });
  if (limitsSetBy === 'transaction') options.onLimitsPerTransaction?.(roleDefaults);
  const pool = new GuardedPool({
    connectionString: url,
    max: poolSize,
    queryTimeoutMs,
    setLimits: limitsSetBy === 'transaction' ? setLimits : null,
    // Fail fast: phones retry.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // A database that was switched off says no goodbye.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(limitsSetBy === 'connection' ? limits : {}),
    application_name: 'afield',
  });
  pool.on('error', onIdleError);
  const db = drizzle(pool, { casing: 'snake_case' });
  return {
    db,
    rowsAtOnce: 10_000,
    tidy: async () => {},
    notices: remoteNotices(options.listenUrl ?? url, db),
    poolUse: () => {
      const { totalCount, idleCount, waitingCount } = pool;
      return { most: poolSize, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    close: () => pool.end(),
  };
}
