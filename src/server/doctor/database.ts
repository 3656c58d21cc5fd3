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
import { reasonOf } from '../start-error.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

type DatabaseSettings = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'listenDatabaseUrl' | 'readDatabaseUrl' | 'databasePool'
>;

type Client = Awaited<ReturnType<typeof connectOnce>>;

/** The oldest release that the tests run on. */
const oldestTested = 15;
/** Sessions expire and emails are sent by the clock of whichever process looks. */
const clockLimitMs = 5_000;

/** Looks at the database, and changes nothing in it. */
export async function checkDatabase(settings: DatabaseSettings): Promise<Finding[]> {
  const { databaseUrl, dataDir, listenDatabaseUrl, readDatabaseUrl, databasePool } = settings;
  if (databaseUrl === null) {
    const isThere = existsSync(join(dataDir, 'pg'));
    return [
      ok(isThere ? `The embedded database is in ${dataDir}.` : `The first start makes a database in ${dataDir}.`),
    ];
  }
  return connected('DATABASE_URL', databaseUrl, async (client) => [
    ...(await checkTables(client)),
    ...(await checkConnections(client, databasePool)),
    ...(await checkClock(client)),
    ...((await findLimits(databaseUrl)) === 'transaction'
      ? [
          warning(
            'A pooler loses the limits of statements, so each transaction sets them.',
            `Run once: ${roleDefaults}`,
          ),
        ]
      : []),
    ...(await checkNotices(client, listenDatabaseUrl ?? databaseUrl)),
    ...(readDatabaseUrl === null ? [] : await connected('DATABASE_READ_URL', readDatabaseUrl, checkStandby)),
  ]);
}

async function connected(name: string, url: string, look: (client: Client) => Promise<Finding[]>): Promise<Finding[]> {
  let client: Client;
  try {
    client = await connectOnce(url, { application_name: 'afield doctor' });
  } catch (error) {
    return [
      problem(
        `There is no connection to the database at ${name}: ${reasonOf(error) ?? 'it doesn’t answer'}.`,
        `Check that it runs, and the host, port, user, password and database in ${name}.`,
      ),
    ];
  }
  try {
    return await look(client);
  } finally {
    await client.end();
  }
}

async function numberOf(client: Client, query: string): Promise<number> {
  const { rows } = await client.query<{ value: string | number }>(`select (${query})::float8 as value`);
  return Number(rows[0]?.value);
}

async function checkTables(client: Client): Promise<Finding[]> {
  const release = Math.floor((await numberOf(client, `current_setting('server_version_num')`)) / 10_000);
  const db = drizzle(client, { casing: 'snake_case' });
  const tables = async () => {
    if ((await newestMigration(db)) === null) return 'The next start makes its tables.';
    return (await hasPendingMigrations(db))
      ? 'The next start brings its tables up to date.'
      : 'Its tables are up to date.';
  };
  const found = [ok(`PostgreSQL ${release} answers. ${await tables()}`)];
  if (release < oldestTested)
    found.push(warning(`PostgreSQL ${release} isn’t tested.`, `Update it to ${oldestTested} or later.`));
  return found;
}

async function checkConnections(client: Client, pool: number): Promise<Finding[]> {
  const most =
    (await numberOf(client, `current_setting('max_connections')`)) -
    (await numberOf(client, `current_setting('superuser_reserved_connections')`));
  // One listens, and one more is needed while the tables are brought up to date.
  if (pool + 2 <= most) return [];
  return [
    warning(
      `A process may open ${pool + 2} connections, and the database has ${most} for all.`,
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

/** A pooler by transaction accepts LISTEN and delivers nothing. */
async function checkNotices(sender: Client, url: string): Promise<Finding[]> {
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
      'The database’s notices don’t arrive, as behind a pooler. Each process asks for changes once a second instead.',
      'Set LISTEN_DATABASE_URL to an address of the same database past the pooler.',
    ),
  ];
}

async function checkStandby(client: Client): Promise<Finding[]> {
  const [row] = await rowsOf<{ isStandby: boolean; lagSeconds: number | null }>(
    drizzle(client),
    sql`select pg_is_in_recovery() as "isStandby",
      case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else extract(epoch from now() - pg_last_xact_replay_timestamp()) end::float8 as "lagSeconds"`,
  );
  if (row?.isStandby === false) {
    return [
      warning(
        'The database at DATABASE_READ_URL isn’t a standby.',
        'Set it to a streaming replica of DATABASE_URL, or remove it.',
      ),
    ];
  }
  return [ok(`The standby answers, ${Math.round(row?.lagSeconds ?? 0)} seconds behind.`)];
}
