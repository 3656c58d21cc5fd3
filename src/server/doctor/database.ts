import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Config } from '../config.ts';
import { rowsOf } from '../database/database.ts';
import { hasPendingMigrations, newestMigration } from '../database/migrate.ts';
import { remoteNotices } from '../database/notices/remote.ts';
import { connectOnce } from '../database/remote/connect-once.ts';
import { findLimits, roleDefaults } from '../database/remote/limits.ts';
import { reasonOf } from '../errors/start-error.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

type DatabaseSettings = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'listenDatabaseUrl' | 'readDatabaseUrl' | 'databasePool'
>;

type Client = Awaited<ReturnType<typeof connectOnce>>;

/** The oldest release covered by the tests. */
const oldestTested = 15;
/** Clocks mustn't differ by more: processes expire sessions and send emails by their own clocks. */
const clockLimitMs = 5_000;
const queryLimitMs = 10_000;
const lagLimitSeconds = 60;

/** Checks the database without changing it. */
export async function checkDatabase(settings: DatabaseSettings): Promise<Finding[]> {
  const { databaseUrl, dataDir, listenDatabaseUrl, readDatabaseUrl, databasePool } = settings;
  if (databaseUrl === null) {
    const isThere = existsSync(join(dataDir, 'pg'));
    return [
      ok(isThere ? `The embedded database is in ${dataDir}.` : `The first start will create a database in ${dataDir}.`),
    ];
  }
  return connected('DATABASE_URL', databaseUrl, async (client) => [
    ...(await checkTables(client)),
    ...((await isPooler(client)) ? [] : await checkConnections(client, databasePool)),
    ...(await checkClock(client)),
    ...((await findLimits(databaseUrl)) === 'transaction'
      ? [
          warning(
            'Statement timeouts don’t survive the pooler, so every transaction sets them again.',
            `Run once: ${roleDefaults}`,
          ),
        ]
      : []),
    ...(await checkNotices(client, databaseUrl, listenDatabaseUrl)),
    ...(readDatabaseUrl === null ? [] : await connected('DATABASE_READ_URL', readDatabaseUrl, checkStandby)),
  ]);
}

async function connected(name: string, url: string, look: (client: Client) => Promise<Finding[]>): Promise<Finding[]> {
  let client: Client;
  try {
    client = await connectOnce(url, { application_name: 'afield doctor', query_timeout: queryLimitMs });
  } catch (error) {
    return [
      problem(
        `There is no connection to the database at ${name}: ${textFor(error)}.`,
        `Check that it runs, and the host, port, user, password and database in ${name}.`,
      ),
    ];
  }
  try {
    return await look(client);
  } catch (error) {
    return [
      problem(
        `The database at ${name} doesn’t respond as expected: ${textFor(error)}.`,
        'Check that the role owns the database’s tables or may use them.',
      ),
    ];
  } finally {
    await client.end();
  }
}

/** The driver's own messages contain no password. */
const textFor = (error: unknown) => reasonOf(error) ?? (error instanceof Error ? error.message : String(error));

/** A pooler reports its own process ID, and may use another connection for the next statement. */
const isPooler = async (client: Client) =>
  !('processID' in client) || client.processID !== (await numberOf(client, 'pg_backend_pid()'));

async function numberOf(client: Client, query: string): Promise<number> {
  const { rows } = await client.query<{ value: string | number }>(`select (${query})::float8 as value`);
  return Number(rows[0]?.value);
}

async function checkTables(client: Client): Promise<Finding[]> {
  const release = Math.floor((await numberOf(client, `current_setting('server_version_num')`)) / 10_000);
  const db = drizzle(client, { casing: 'snake_case' });
  const tables = async () => {
    if ((await newestMigration(db)) === null) return 'The next start will create its tables.';
    return (await hasPendingMigrations(db)) ? 'The next start will update its tables.' : 'Its tables are up to date.';
  };
  const found = [ok(`PostgreSQL ${release} is running. ${await tables()}`)];
  if (release < oldestTested)
    found.push(warning(`PostgreSQL ${release} isn’t tested.`, `Update it to ${oldestTested} or later.`));
  return found;
}

async function checkConnections(client: Client, pool: number): Promise<Finding[]> {
  const max =
    (await numberOf(client, `current_setting('max_connections')`)) -
    (await numberOf(client, `current_setting('superuser_reserved_connections')`));
  // One connection for LISTEN, and one for migrations.
  if (pool + 2 <= max) return [];
  return [
    warning(
      `A process may open ${pool + 2} connections, and the database allows ${max} in total.`,
      'Lower DATABASE_POOL, raise max_connections, or put PgBouncer in front.',
    ),
  ];
}

async function checkClock(client: Client): Promise<Finding[]> {
  const before = Date.now();
  const there = await numberOf(client, 'extract(epoch from clock_timestamp()) * 1000');
  const differsByMs = Math.abs(there - (before + Date.now()) / 2);
  if (differsByMs < clockLimitMs) return [];
  return [
    problem(
      `This machine’s clock differs from the database’s by ${Math.round(differsByMs / 1_000)} seconds.`,
      'Turn on time synchronization on both machines, for instance with timedatectl set-ntp true.',
    ),
  ];
}

/** A pooler in transaction mode accepts LISTEN but delivers nothing. */
async function checkNotices(sender: Client, databaseUrl: string, listenUrl: string | null): Promise<Finding[]> {
  const unreachable = listenUrl === null ? [] : await connected('LISTEN_DATABASE_URL', listenUrl, async () => []);
  if (unreachable.length > 0) return unreachable;
  const url = listenUrl ?? databaseUrl;
  let stop = async () => {};
  const areArriving = await new Promise<boolean>((resolve, reject) => {
    const listener = { written: () => {}, arriving: resolve };
    remoteNotices(url, drizzle(sender))
      .start(listener)
      .then((stopListening) => {
        stop = stopListening;
      }, reject);
  });
  await stop();
  if (areArriving) return [];
  return [
    warning(
      'Notifications from the database don’t arrive, as is usual behind a pooler. Each process polls for changes once a second instead.',
      'Set LISTEN_DATABASE_URL to an address of the same database past the pooler.',
    ),
  ];
}

async function checkStandby(client: Client): Promise<Finding[]> {
  const [row] = await rowsOf<{ isStandby: boolean; isStreaming: boolean; lagSeconds: number | null }>(
    drizzle(client),
    sql`select pg_is_in_recovery() as "isStandby",
      exists(select from pg_stat_wal_receiver) as "isStreaming",
      case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else extract(epoch from now() - pg_last_xact_replay_timestamp()) end::float8 as "lagSeconds"`,
  );
  if (row?.isStandby !== true) {
    return [
      warning(
        'The database at DATABASE_READ_URL isn’t a standby, so it is never read.',
        'Set it to a streaming replica of DATABASE_URL, or remove it.',
      ),
    ];
  }
  const fix = 'Check the replication between the primary and the standby.';
  if (!row.isStreaming) return [warning('The standby receives nothing from its primary.', fix)];
  const text = `The standby is running, ${Math.round(row.lagSeconds ?? 0)} seconds behind.`;
  return [(row.lagSeconds ?? 0) > lagLimitSeconds ? warning(text, fix) : ok(text)];
}
