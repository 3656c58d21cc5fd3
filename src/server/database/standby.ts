import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Logger } from 'pino';
import { ApiError } from '../api-error.ts';
import type { Observe, StandbyResult } from '../observe.ts';
import { type BrandScope, brandScope } from './brand-scope.ts';
import type { Database } from './database.ts';
import { hasRevision } from './history.ts';
import { GuardedPool } from './remote/guarded-pool.ts';
import { brands } from './tables.ts';
import { databaseCodeOf } from './trouble.ts';

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
   * @returns null if the standby can't be had or hasn't replayed that write: the primary has to answer
   * @throws {ApiError} what the read throws
   */
  read<T>(brand: BrandAsOf, read: (scope: BrandScope) => Promise<T>): Promise<{ answer: T } | null>;
  close(): Promise<void>;
}

interface StandbyOptions {
  /** Connections at most. */
  poolSize: number;
  log: Pick<Logger, 'warn'>;
  observe: Observe;
  /** Time for which a standby that failed isn't asked again. */
  restMs?: number;
}

/** Shorter than the primary's: it has to answer within the request's time if the standby doesn't. */
const statementLimitMs = 10_000;
// Limits of transactions hold behind a pooler, too, and each read here has a transaction anyway.
const setLimits = `set local statement_timeout = ${statementLimitMs}; set local idle_in_transaction_session_timeout = 60000`;

/** Opens a pool to the standby at an address. It connects when it is first asked, so a server starts without its standby. */
export function openStandby(url: string, { poolSize, log, observe, restMs = 10_000 }: StandbyOptions): Standby {
  const pool = new GuardedPool({
    connectionString: url,
    max: poolSize,
    queryTimeoutMs: statementLimitMs + 2_000,
    setLimits,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'afield reads',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'A connection to the standby failed'));
  const db = drizzle(pool, { casing: 'snake_case' });
  let restsUntilMs = 0;

  return {
    async read(brand, read) {
      const result = (name: StandbyResult) => observe({ of: 'standby read', result: name });
      if (performance.now() < restsUntilMs) {
        result('unavailable');
        return null;
      }
      try {
        const found = await db.transaction(
          async (tx) => ((await hasAllOf(tx, brand)) ? { answer: await read(brandScope(tx, brand.id)) } : null),
          { isolationLevel: 'repeatable read', accessMode: 'read only' },
        );
        result(found === null ? 'behind' : 'served');
        return found;
      } catch (error) {
        if (error instanceof ApiError) throw error;
        result('unavailable');
        // A standby cancels a read that stands in the way of replaying the log. The next one has a newer snapshot.
        if (!isConflict(error)) restsUntilMs = performance.now() + restMs;
        log.warn({ err: error }, 'The standby failed to answer, so the primary does');
        return null;
      }
    },
    close: () => pool.end(),
  };
}

async function hasAllOf(db: Database, { id, revision, feedEpoch }: BrandAsOf): Promise<boolean> {
  const [there] = await db
    .select({ revision: brands.revision, feedEpoch: brands.feedEpoch, feedForks: brands.feedForks })
    .from(brands)
    .where(eq(brands.id, id));
  return there !== undefined && hasRevision(there, feedEpoch, revision);
}

/** https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT */
const isConflict = (error: unknown) => databaseCodeOf(error) === '40001';
