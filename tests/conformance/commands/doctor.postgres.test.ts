import { expect, onTestFinished, test } from 'vitest';
import { checkDatabase } from '#server/doctor/database.ts';
import { makeOnPostgres, openOnPostgres } from '#tests/support/postgres/database.ts';
import { hasPgBouncer, startPgBouncer } from '#tests/support/postgres/pgbouncer.ts';

const postgres = process.env.TEST_DATABASE_URL ?? '';
const settings = { dataDir: '/data', listenDatabaseUrl: null, readDatabaseUrl: null, databasePool: 10 };
const statesOf = async (given: Parameters<typeof checkDatabase>[0]) =>
  (await checkDatabase(given)).map(({ state, text }) => `${state}: ${text}`);

test('a database with all tables is fine, and one without tables awaits its first start', async () => {
  const database = await openOnPostgres(postgres);
  onTestFinished(() => database.close());
  const empty = await makeOnPostgres(postgres);
  onTestFinished(() => empty.drop());
  expect(await statesOf({ ...settings, databaseUrl: database.url })).toEqual([
    expect.stringMatching(/^ok: PostgreSQL \d+ is running\. Its tables are up to date\.$/),
  ]);
  expect(await statesOf({ ...settings, databaseUrl: empty.url })).toEqual([
    expect.stringMatching(/^ok: PostgreSQL \d+ is running\. The next start will create its tables\.$/),
  ]);
});

test('a large pool and a primary instead of a standby are warnings; a standby that is down is a problem', async () => {
  const database = await openOnPostgres(postgres);
  onTestFinished(() => database.close());
  const given = { ...settings, databaseUrl: database.url };
  expect(await statesOf({ ...given, databasePool: 500, readDatabaseUrl: database.url })).toEqual([
    expect.stringMatching(/^ok/),
    expect.stringMatching(/^warning: A process may open 502 connections, and the database allows \d+ in total\.$/),
    'warning: The database at DATABASE_READ_URL isn’t a standby, so it is never read.',
  ]);
  expect(await statesOf({ ...given, readDatabaseUrl: 'postgres://ada:hunter2@127.0.0.1:1/x' })).toEqual([
    expect.stringMatching(/^ok/),
    expect.stringMatching(
      /^problem: There is no connection to the database at DATABASE_READ_URL: (?!.*hunter2).*ECONNREFUSED/,
    ),
  ]);
});

test.runIf(hasPgBouncer())('lost timeouts and notifications behind a pooler are warnings', async () => {
  const database = await openOnPostgres(postgres);
  onTestFinished(() => database.close());
  const pooler = await startPgBouncer(database.url, {});
  onTestFinished(pooler.stop);
  expect(await statesOf({ ...settings, databaseUrl: pooler.url })).toEqual([
    expect.stringMatching(/^ok/),
    expect.stringMatching(/^warning: Statement timeouts don’t survive the pooler/),
    expect.stringMatching(/^warning: Notifications from the database don’t arrive/),
  ]);
  const past = await statesOf({ ...settings, databaseUrl: pooler.url, listenDatabaseUrl: database.url });
  expect(past.filter((each) => each.includes('notices'))).toEqual([]);
  const wrong = await statesOf({
    ...settings,
    databaseUrl: pooler.url,
    listenDatabaseUrl: 'postgres://a@127.0.0.1:1/x',
  });
  expect(wrong.at(-1)).toMatch(/^problem: There is no connection to the database at LISTEN_DATABASE_URL/);
});
