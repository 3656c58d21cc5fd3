import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Logger } from 'pino';
import { ApiError } from '../errors/api-error.ts';
import { isUnavailable } from '../errors/trouble.ts';
import type { Observe, StandbyResult } from '../observing/observe.ts';
import { type BrandScope, brandScope } from './brand-scope.ts';
import type { Database } from './database.ts';
import { hasRevision } from './history.ts';
import { GuardedPool } from './remote/guarded-pool.ts';
import { brands } from './tables/tables.ts';

/** A brand, and its last write on the primary. */
export interface BrandAsOf {
  id: string;
  revision: number;
  feedEpoch: string;
}

/** A streaming replica that relieves the primary of long reads. */
export interface Standby {
  /**
   * Runs a read of a brand on the standby, in a snapshot that includes the brand's last write.
   * @returns null if the standby is unavailable or hasn't replayed that write: read from the primary instead
   * @throws {ApiError} thrown by the read
   */
  read<T>(brand: BrandAsOf, read: (scope: BrandScope) => Promise<T>): Promise<{ answer: T } | null>;
  close(): Promise<void>;
}

interface StandbyOptions {
  /** Maximum connections. */
  poolSize: number;
  log: Pick<Logger, 'warn'>;
  observe: Observe;
  /** Pause before an unreachable standby is tried again. */
  restMs?: number;
  monotonicNow?(): number;
}

/** The app's requests time out after 30 s, and the primary needs part of that time. */
const readLimitMs = 8_000;
// Limits set in a transaction also work behind a pooler, and each read here has a transaction anyway.
const setLimits = `set local statement_timeout = ${readLimitMs}; set local idle_in_transaction_session_timeout = 60000`;

/** Thrown if the standby didn't respond in time. */
class StandbyTooSlowError extends Error {
  override readonly name = 'StandbyTooSlowError';
}

/** Creates a pool to the standby. It connects on first use, so a server can start without its standby. */
export function openStandby(url: string, options: StandbyOptions): Standby {
  const { poolSize, log, observe, restMs = 10_000, monotonicNow = () => performance.now() } = options;
  const pool = new GuardedPool({
    connectionString: url,
    max: poolSize,
    queryTimeoutMs: readLimitMs + 2_000,
    setLimits,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'afield reads',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'A connection to the standby failed'));
  const db = drizzle(pool, { casing: 'snake_case' });
  let restsUntilMs = Number.NEGATIVE_INFINITY;

  const readThere = <T>(brand: BrandAsOf, read: (scope: BrandScope) => Promise<T>) =>
    db.transaction(
      async (tx) => ((await hasAllOf(tx, brand)) ? { answer: await read(brandScope(tx, brand.id)) } : null),
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );

  return {
    async read(brand, read) {
      const result = (name: StandbyResult) => observe({ of: 'standby read', result: name });
      // Waiting for a connection would look like an unreachable standby.
      const isBusy = pool.idleCount === 0 && pool.totalCount >= poolSize;
      if (isBusy || monotonicNow() < restsUntilMs) {
        result(isBusy ? 'busy' : 'unavailable');
        return null;
      }
      try {
        const found = await withinLimit(readThere(brand, read));
        result(found === null ? 'behind' : 'served');
        return found;
      } catch (error) {
        if (error instanceof ApiError) {
          result('served');
          throw error;
        }
        result('unavailable');
        // Other failures may be cancellations, because the read conflicted with replaying the WAL:
        // https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT
        const isDown = error instanceof StandbyTooSlowError || isUnavailable(error);
        if (isDown) restsUntilMs = monotonicNow() + restMs;
        log.warn({ err: error }, 'The standby failed to respond; the primary handled the read');
        return null;
      }
    },
    close: () => pool.end(),
  };
}

/** Rejects after the limit; the database cancels the statement if it is still running. */
async function withinLimit<T>(reading: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = wait(readLimitMs, undefined, { signal: over.signal }).then((): never => {
    throw new StandbyTooSlowError(`No answer within ${readLimitMs} ms`);
  });
  // Avoids an unhandled rejection of the promise that loses the race.
  for (const each of [reading, late]) each.catch(() => {});
  try {
    return await Promise.race([reading, late]);
  } finally {
    over.abort();
  }
}

/** A server that isn't a standby may be a former primary that a failover replaced, with writes that were lost. */
async function hasAllOf(db: Database, { id, revision, feedEpoch }: BrandAsOf): Promise<boolean> {
  const [there] = await db
    .select({ revision: brands.revision, feedEpoch: brands.feedEpoch, feedForks: brands.feedForks })
    .from(brands)
    .where(and(eq(brands.id, id), sql`pg_is_in_recovery()`));
  return there !== undefined && hasRevision(there, feedEpoch, revision);
}
