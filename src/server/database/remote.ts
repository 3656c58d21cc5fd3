import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { startupBackoff } from '#domain/time/backoff.ts';
import { StartError, withSystemErrorText } from '../errors/start-error.ts';
import { databaseCodeOf, isTransientDatabaseError } from '../errors/trouble.ts';
import type { OpenDatabase } from './database.ts';
import { remoteNotices } from './notices/remote.ts';
import { bringUpToDate } from './remote/bring-up-to-date.ts';
import { GuardedPool } from './remote/guarded-pool.ts';
import { findLimits, limits, roleDefaults, setLimits } from './remote/limits.ts';

interface RemoteOptions {
  /** Maximum connections. */
  poolSize?: number;
  /** The client's timeout for a statement; the database's own is a little shorter. */
  queryTimeoutMs?: number;
  /** URL for LISTEN if `url` is a pooler. */
  listenUrl?: string | null;
  /** Maximum wait for another process that migrates the database. */
  migrationTurnLimitMs?: number;
  /** Called for connections that broke while idle; the pool replaces them on demand. */
  onIdleError(error: Error): void;
  /** Called if every transaction has to set its own limits, with the SQL that sets them for the role instead. */
  onLimitsPerTransaction?(roleDefaults: string): void;
}

/**
 * Retries a startup step for half a minute while the database drops connections or is busy. Rethrows other errors
 * immediately.
 */
async function retryOnConnectionLoss<T>(step: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    const pauseMs = startupBackoff(failures);
    if (pauseMs === undefined) break;
    try {
      return await step();
    } catch (error) {
      if (!isTransientDatabaseError(error)) throw error;
    }
    await wait(pauseMs);
  }
  return step().catch((error: unknown) => {
    const isSilent = isTransientDatabaseError(error) && databaseCodeOf(error) === null;
    throw isSilent ? new StartError('the connection to the database at DATABASE_URL keeps breaking') : error;
  });
}

/** Connects to a PostgreSQL server and runs pending migrations. */
export async function openRemote(url: string, options: RemoteOptions): Promise<OpenDatabase> {
  const { poolSize = 10, queryTimeoutMs = limits.statement_timeout + 2_000, onIdleError } = options;
  const { migrationTurnLimitMs: turnLimitMs = 5 * 60_000 } = options;
  const limitsSetBy = await withSystemErrorText('the database at DATABASE_URL', async () => {
    const setBy = await retryOnConnectionLoss(() => findLimits(url));
    await retryOnConnectionLoss(() => bringUpToDate(url, { turnLimitMs }));
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
    // A host that loses power doesn't close its connections.
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
      return { max: poolSize, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    close: () => pool.end(),
  };
}
