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

/** A brand, and the last write of it that the primary has. */
export interface BrandAsOf {
  id: string;
  revision: number;
  feedEpoch: string;
}

/** A streaming replica of the database that takes long reads off the primary. */
export interface Standby {
  /**
   * Runs a read of a brand on the standby, in one snapshot that has the brand's last write.
   * @returns null if the standby is unavailable or hasn't replayed that write: the primary has to answer
   * @throws {ApiError} any that the read throws
   */
  read<T>(brand: BrandAsOf, read: (scope: BrandScope) => Promise<T>): Promise<{ answer: T } | null>;
  close(): Promise<void>;
}

interface StandbyOptions {
  /** Connections at most. */
  poolSize: number;
  log: Pick<Logger, 'warn'>;
  observe: Observe;
  /** Time for which a standby that can't be reached isn't asked again. */
  restMs?: number;
  monotonicNow?(): number;
}

/** The app gives a request up after 30 s, and the primary has to answer within the rest. */
const readLimitMs = 8_000;
// Limits of transactions hold behind a pooler, too, and each read here has a transaction anyway.
const setLimits = `set local statement_timeout = ${readLimitMs}; set local idle_in_transaction_session_timeout = 60000`;

/** The standby didn't answer in time. */
class StandbyTooSlowError extends Error {
  override readonly name = 'StandbyTooSlowError';
}

/** Opens a pool to the standby at an address. It connects when it is first asked, so a server starts without its standby. */
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
      // Waiting for a connection would look like a standby that can't be reached.
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
        // A read that fails later may have been cancelled, since it stood in the way of replaying the log:
        // https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT
        const isDown = error instanceof StandbyTooSlowError || isUnavailable(error);
        if (isDown) restsUntilMs = monotonicNow() + restMs;
        log.warn({ err: error }, 'The standby failed to answer, so the primary does');
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
  // The one that loses the race fails unheard.
  for (const each of [reading, late]) each.catch(() => {});
  try {
    return await Promise.race([reading, late]);
  } finally {
    over.abort();
  }
}

/** A server that isn't a standby may be the primary that a failover has replaced, with writes that were lost. */
async function hasAllOf(db: Database, { id, revision, feedEpoch }: BrandAsOf): Promise<boolean> {
  const [there] = await db
    .select({ revision: brands.revision, feedEpoch: brands.feedEpoch, feedForks: brands.feedForks })
    .from(brands)
    .where(and(eq(brands.id, id), sql`pg_is_in_recovery()`));
  return there !== undefined && hasRevision(there, feedEpoch, revision);
}
