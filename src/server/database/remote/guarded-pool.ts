import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { DatabaseUnavailableError } from '#server/errors/trouble.ts';

type Done = (error: Error | undefined, client: PoolClient | undefined, release: (error?: unknown) => void) => void;

interface GuardedPoolConfig extends PoolConfig {
  /** A statement without a response after this time is abandoned, together with its connection. */
  queryTimeoutMs: number;
  /** SQL that sets each transaction's limits; null if they are set for the connection or the role. */
  setLimits: string | null;
}

/**
 * A pool whose connections may break at any moment, even inside a transaction. `pg` crashes the process if a
 * checked-out connection breaks, and drizzle never releases one whose `begin` failed.
 */
export class GuardedPool extends Pool {
  constructor({ queryTimeoutMs, setLimits, ...config }: GuardedPoolConfig) {
    // A pipelined connection's `end()` waits for all responses, so only the driver's own timeout can close it.
    super(setLimits === null ? config : { ...config, pipeline: true, query_timeout: queryTimeoutMs });
    this.on('connect', (client) => {
      // The caller sees the failing statement's error.
      client.on('error', () => {});
      if (setLimits === null) limitQueries(client, queryTimeoutMs);
      else limitTransactions(client, setLimits);
    });
    if (setLimits !== null) this.query = ((...args: unknown[]) => this.#queryInTransaction(args)) as Pool['query'];
  }

  /** @throws {DatabaseUnavailableError} */
  override connect(): Promise<PoolClient>;
  override connect(callback: Done): void;
  override connect(callback?: Done): Promise<PoolClient> | undefined {
    if (callback === undefined) return this.#lend();
    super.connect((error, client, release) => callback(error && unavailable(error), client, release));
    return undefined;
  }

  /** Sends begin, query and commit in one round trip, since the limits apply within transactions only. */
  async #queryInTransaction(args: unknown[]): Promise<unknown> {
    const client = await this.connect();
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const [begun, asked, committed] = await Promise.allSettled([query('begin'), query(...args), query('commit')]);
    const failed = [begun, asked, committed].find(({ status }) => status === 'rejected');
    // Like the pool's own method, doesn't reuse a connection after a failed statement: it may be about to break.
    client.release(failed !== undefined);
    if (failed?.status === 'rejected') throw failed.reason;
    return asked.status === 'fulfilled' ? asked.value : undefined;
  }

  async #lend(): Promise<PoolClient> {
    const client = await super.connect().catch((error: unknown) => {
      throw unavailable(error);
    });
    const release = client.release.bind(client);
    let isLent = true;
    const giveBack = (error?: Error | boolean) => {
      if (!isLent) return;
      isLent = false;
      client.off('end', ended);
      release(error);
    };
    const ended = () => giveBack(true);
    client.once('end', ended);
    client.release = giveBack;
    return client;
  }
}

const unavailable = (cause: unknown) => new DatabaseUnavailableError('No connection to the database', { cause });

/** Appends the limits to each `begin`. Statements without parameters can share one protocol message. */
function limitTransactions(client: PoolClient, setLimits: string): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const limited = (config: unknown, ...rest: unknown[]) => {
    const text = typeof config === 'object' && config !== null && 'text' in config ? config.text : config;
    if (typeof text !== 'string' || !/^begin\b/.test(text)) return query(config, ...rest);
    const both = `${text}; ${setLimits}`;
    return typeof config === 'object' ? query({ ...config, text: both }, ...rest) : query(both, ...rest);
  };
  client.query = limited as PoolClient['query'];
}

/** The database's own statement timeout works only while the database and the network do. */
function limitQueries(client: PoolClient, limitMs: number): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const limited = (...args: unknown[]) => {
    // Closing the connection makes the running statement and all queued ones fail.
    const timer = setTimeout(() => void client.end().catch(() => {}), limitMs);
    const done = () => clearTimeout(timer);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      return query(...args.slice(0, -1), (...result: unknown[]) => {
        done();
        callback(...result);
      });
    }
    const result = query(...args);
    if (result instanceof Promise) result.then(done, done);
    else done();
    return result;
  };
  client.query = limited as PoolClient['query'];
}
