import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Database, rowsOf } from '#server/database/database.ts';
import { runMigrations } from '#server/database/migrate.ts';
import { splitIntoMonths } from '#server/database/months.ts';
import { openRemote } from '#server/database/remote.ts';
import { isTransientDatabaseError } from '#server/errors/trouble.ts';
import { makeOnPostgres, openOnPostgres } from '#tests/support/postgres/database.ts';
import { hasPgBouncer, startPgBouncer } from '#tests/support/postgres/pgbouncer.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startProcess } from '#tests/support/servers/process.ts';

const postgres = process.env.TEST_DATABASE_URL ?? '';
const ignoring = { ignore_startup_parameters: 'statement_timeout,idle_in_transaction_session_timeout' };
const migrationLock = 4_171_923;

async function operatorOf(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A database with all tables, and a role for this test only. */
async function ownDatabase() {
  const admin = await operatorOf(postgres);
  const role = `afield_test_${randomBytes(6).toString('hex')}`;
  await admin.query(`create role ${role} login superuser`);
  onTestFinished(() => admin.query(`drop role ${role}`).then(() => undefined));
  const database = await openOnPostgres(postgres);
  onTestFinished(() => database.close());
  const url = new URL(database.url);
  url.username = role;
  return { url: url.href, operator: await operatorOf(database.url), role };
}

async function emptyDatabase() {
  const database = await makeOnPostgres(postgres);
  onTestFinished(() => database.drop());
  return { url: database.url, operator: await operatorOf(database.url) };
}

async function pooled(url: string, settings: Record<string, string> = {}): Promise<string> {
  const pooler = await startPgBouncer(url, settings);
  onTestFinished(pooler.stop);
  return pooler.url;
}

async function opened(url: string, options: Partial<Parameters<typeof openRemote>[1]> = {}) {
  const perTransaction: string[] = [];
  const database = await openRemote(url, {
    onIdleError: () => {},
    onLimitsPerTransaction: (roleDefaults) => void perTransaction.push(roleDefaults),
    ...options,
  });
  onTestFinished(() => database.close());
  return { ...database, perTransaction };
}

async function expectLimits(db: Database) {
  const read = (of: Database) =>
    rowsOf(
      of,
      sql`select current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`,
    );
  const expected = [{ statement: '30s', idle: '1min' }];
  expect(await read(db)).toEqual(expected);
  expect(await db.transaction(read)).toEqual(expected);
}

test('timeouts of statements and idle transactions are parameters of a direct connection', async () => {
  const { url } = await ownDatabase();
  const { db, perTransaction } = await opened(url);
  await expectLimits(db);
  expect(perTransaction).toEqual([]);
});

describe('PgBouncer in transaction mode', () => {
  beforeEach(({ skip }) => skip(!hasPgBouncer(), 'PgBouncer is not installed'));

  test.each([
    ['with its default settings', {}],
    ['that drops parameters', ignoring],
  ])('%s leaves each transaction to set the timeouts until the role has them', async (_, settings) => {
    const { url, operator, role } = await ownDatabase();
    const pooler = await pooled(url, settings);
    const before = await opened(pooler);
    await expectLimits(before.db);
    expect(before.perTransaction).toHaveLength(1);
    await before.db.execute(sql.raw(before.perTransaction[0] ?? ''));
    // The pooler's connections keep the defaults from when they were opened.
    await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);
    const after = await opened(pooler);
    await expectLimits(after.db);
    expect(after.perTransaction).toEqual([]);
  });

  test('timeouts end with their transaction, failed statements are rolled back, and their connection is replaced', async () => {
    const { url } = await ownDatabase();
    const pooler = await pooled(url, { default_pool_size: '1' });
    const { db } = await opened(pooler, { poolSize: 1 });
    await db.execute(
      sql`create table notes (id int primary key, at int references notes deferrable initially deferred)`,
    );
    await db.execute(sql`insert into notes values (${1})`);
    await expect(db.execute(sql`insert into notes values (${1})`)).rejects.toMatchObject({ cause: { code: '23505' } });
    // The statement succeeds, but its commit fails.
    await expect(db.execute(sql`insert into notes values (2, 9)`)).rejects.toMatchObject({ cause: { code: '23503' } });
    expect(await rowsOf(db, sql`select id from notes`)).toEqual([{ id: 1 }]);
    const { rows } = await (await operatorOf(pooler)).query('show statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '0' }]);
  });

  test('an unanswered statement is given up after our own timeout, and its connection with it', async () => {
    const { url } = await ownDatabase();
    const { db } = await opened(await pooled(url), { poolSize: 1, queryTimeoutMs: 300 });
    for (const asked of [
      (statement: SQL) => db.transaction((tx) => tx.execute(statement)),
      (statement: SQL) => db.execute(statement),
    ]) {
      const error: unknown = await asked(sql`select pg_sleep(${2})`).catch((failure: unknown) => failure);
      expect(isTransientDatabaseError(error)).toBe(true);
      expect(await asked(sql`select 1 as one`)).toMatchObject({ rows: [{ one: 1 }] });
    }
  });

  test('processes that start at once migrate the database once and leave no lock behind', async () => {
    const { url, operator } = await emptyDatabase();
    const pooler = await pooled(url, ignoring);
    for (const { db } of await Promise.all([opened(pooler), opened(pooler)])) {
      expect(await rowsOf(db, sql`select id from brands`)).toEqual([]);
    }
    const { rows } = await operator.query(`select pid from pg_locks where locktype = 'advisory' and objid = $1`, [
      migrationLock,
    ]);
    expect(rows).toEqual([]);
  });

  test('a server starts and says how to set the timeouts for the role', async () => {
    const { url } = await ownDatabase();
    const server = startProcess({
      ...{ DATABASE_URL: await pooled(url), SESSION_SECRET: 'of this process, of 32 bytes or more' },
      ...{ DATA_DIR: join(newFolder(), 'data'), PORT: '0', LISTEN_DATABASE_URL: url },
    });
    onTestFinished(async () => {
      server.child.kill('SIGKILL');
      await server.ended;
    });
    expect((await fetch(`${await server.ready}/ready`)).status).toBe(200);
    server.child.kill('SIGTERM');
    const { code, stderr } = await server.ended;
    expect(code).toBe(0);
    expect(stderr).toMatch(/"level":40.*alter role current_user set statement_timeout = '30s'/);
  });
});

describe('another process that migrates the database', () => {
  const waitingPid = `select pid from pg_locks where locktype = 'advisory' and objid = ${migrationLock} and not granted`;

  /** Opens a database in which the operator has made some migration steps and then makes others. */
  async function waiting(...steps: ((tx: Database) => Promise<void>)[]) {
    const { url, operator } = await emptyDatabase();
    for (const step of steps) await drizzle(operator).transaction(step);
    await operator.query('select pg_advisory_lock($1)', [migrationLock]);
    const opening = opened(url);
    let pid: unknown;
    while (pid === undefined) {
      await wait(20);
      pid = (await operator.query<{ pid: number }>(waitingPid)).rows[0]?.pid;
    }
    const finish = async () => {
      await operator.query('select pg_advisory_unlock($1)', [migrationLock]);
      return (await opening).db;
    };
    return { operator, pid, finish };
  }

  test.each([
    ['all steps', [], [runMigrations, splitIntoMonths]],
    ['the last step', [runMigrations], [splitIntoMonths]],
  ])('leaves nothing to do for a process that waits for %s', async (_, before, meanwhile) => {
    const { operator, finish } = await waiting(...before);
    for (const step of meanwhile) await drizzle(operator).transaction(step);
    expect(await rowsOf(await finish(), sql`select id from brands`)).toEqual([]);
  });

  test('doesn’t prevent the replacement of a terminated connection', async () => {
    const { operator, pid, finish } = await waiting();
    await operator.query('select pg_terminate_backend($1)', [pid]);
    expect(await rowsOf(await finish(), sql`select id from brands`)).toEqual([]);
  });

  test('is awaited until a timeout, with advice for the operator', async () => {
    const { url, operator } = await emptyDatabase();
    await operator.query('select pg_advisory_lock($1)', [migrationLock]);
    await expect(openRemote(url, { onIdleError: () => {}, migrationTurnLimitMs: 200 })).rejects.toThrow(
      /^another process has been migrating the database for more than .*pg_terminate_backend/,
    );
  });
});
