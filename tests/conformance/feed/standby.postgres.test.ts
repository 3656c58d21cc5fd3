import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { openStandby } from '#server/database/standby.ts';
import { brands, campaigns } from '#server/database/tables/tables.ts';
import { notFound } from '#server/errors/api-error.ts';
import type { Observation } from '#server/observing/observe.ts';
import { refreshTokens } from '#server/services/accounts/sessions/refresh-tokens.ts';
import { startSession } from '#server/services/accounts/sessions/sessions.ts';
import { accessTokens } from '#server/services/shared/access-tokens.ts';
import { startPair } from '#tests/support/postgres/postgres-pair.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startProcess } from '#tests/support/servers/process.ts';
import { world } from '#tests/support/servers/world.ts';
import { readScrape } from '#tests/support/services/scrape.ts';

const limit = { timeout: 120_000 };
const restMs = 10_000;

const shared = await startPair(afterAll);

async function startReading(pair = shared) {
  const results: unknown[] = [];
  const observe = (happened: Observation) => {
    if (happened.of === 'standby read') results.push(happened.result);
  };
  let nowMs = 0;
  const monotonicNow = () => nowMs;
  const options = { poolSize: 2, log: { warn: () => {} }, observe, restMs, monotonicNow };
  const standby = openStandby(pair.standby.url, options);
  onTestFinished(standby.close);
  const brandId = await world(pair.db).brand();
  await world(pair.db).campaign(brandId, { name: 'Tea' });
  await pair.catchUp();
  const read = async (more: (db: Database) => Promise<unknown> = async () => {}) =>
    standby.read(await asOf(pair.db, brandId), async (scope) => {
      await more(scope.db);
      const found = await scope.db.select({ name: campaigns.name }).from(campaigns).where(scope.own(campaigns));
      return found.map(({ name }) => name);
    });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { ...pair, brandId, results, read, pass };
}

/** A connection with operator rights on the standby. */
async function operated() {
  const operator = new pg.Client({ connectionString: shared.standby.url });
  await operator.connect();
  onTestFinished(() => operator.end());
  return operator;
}

async function asOf(db: Database, id: string) {
  const [brand] = await db.select().from(brands).where(eq(brands.id, id));
  if (brand === undefined) throw new Error('No brand');
  return brand;
}

const rename = (db: Database, brandId: string, name: string) =>
  writeBrand({ db, brandId }, ({ db: tx, revision }) =>
    tx.update(campaigns).set({ name, revision }).where(eq(campaigns.brandId, brandId)),
  );

describe('a standby', () => {
  test('responds only after it has replayed the brand’s last write', limit, async () => {
    const { db, brandId, results, read, catchUp } = await startReading();
    const operator = await operated();
    expect(await read()).toEqual({ answer: ['Tea'] });
    await operator.query('select pg_wal_replay_pause()');
    onTestFinished(async () => void (await operator.query('select pg_wal_replay_resume()')));
    await rename(db, brandId, 'Green tea');
    expect(await read()).toBeNull();
    await operator.query('select pg_wal_replay_resume()');
    await catchUp();
    expect(await read()).toEqual({ answer: ['Green tea'] });
    expect(results).toEqual(['served', 'behind', 'served']);
  });

  test('serves one snapshot and can’t write', limit, async () => {
    const { db, brandId, read, catchUp } = await startReading();
    const meanwhile = async () => {
      await rename(db, brandId, 'Green tea');
      await catchUp();
    };
    expect(await read(meanwhile)).toEqual({ answer: ['Tea'] });
    expect(await read((tx) => tx.execute(sql`update brands set name = ''`))).toBeNull();
  });

  test('returns the errors of a read', limit, async () => {
    const { read, results } = await startReading();
    const refused = read(async () => {
      throw notFound('Campaign not found.');
    });
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    expect(await read()).toEqual({ answer: ['Tea'] });
    expect(results).toEqual(['served', 'served']);
  });

  test('that canceled a read to continue replaying is used for the next one', limit, async () => {
    const { db, read, catchUp, results } = await startReading();
    const operator = await operated();
    const delay = async (text: string) => {
      await operator.query(`alter system ${text}`);
      await operator.query('select pg_reload_conf()');
    };
    await delay('set max_standby_streaming_delay = 0');
    onTestFinished(() => delay('reset max_standby_streaming_delay'));
    const conflict = async (tx: Database) => {
      await tx.execute(sql`select id from campaigns`);
      const sleeping = tx.execute(sql`select pg_sleep(60)`);
      sleeping.catch(() => {});
      await db.transaction((other) => other.execute(sql`lock table campaigns in access exclusive mode`));
      await sleeping;
    };
    expect(await read(conflict)).toBeNull();
    await catchUp();
    expect(await read()).toEqual({ answer: ['Tea'] });
    expect(results).toEqual(['unavailable', 'served']);
  });

  test(
    'with all connections in use leaves reads to the primary, and continues with the connections it has',
    limit,
    async () => {
      const { read, results } = await startReading();
      const ends: (() => void)[] = [];
      const held = () => read(() => new Promise<void>((end) => ends.push(end)));
      const reads = [held(), held()];
      while (ends.length < 2) await wait(20);
      expect(await read()).toBeNull();
      for (const end of ends) end();
      expect(await Promise.all(reads)).toEqual([{ answer: ['Tea'] }, { answer: ['Tea'] }]);
      expect(await read()).toEqual({ answer: ['Tea'] });
      expect(results).toEqual(['busy', 'served', 'served', 'served']);
    },
  );

  test('that is stopped is skipped for a while and then used again', limit, async () => {
    const { standby, read, results, catchUp, pass } = await startReading();
    await read();
    await standby.stop();
    // The first read finds its connection cut, and the second one finds no other.
    expect([await read(), await read()]).toEqual([null, null]);
    await standby.start();
    let calls = 0;
    const counted = async () => void calls++;
    pass(restMs - 1);
    expect(await read(counted)).toBeNull();
    expect(calls).toBe(0);
    pass(1);
    await catchUp();
    expect(await read()).toEqual({ answer: ['Tea'] });
    expect(results).toEqual(['served', ...Array(3).fill('unavailable'), 'served']);
  });

  test('of a primary promoted without the last writes isn’t treated as up to date', limit, async () => {
    const { db, brandId, standby, cutStandby, failOver, primary } = await startReading(await startPair());
    await cutStandby();
    await rename(db, brandId, 'Lost');
    const brand = await asOf(db, brandId);
    const readerOf = (url: string) => {
      const reader = openStandby(url, { poolSize: 2, log: { warn: () => {} }, observe: () => {} });
      onTestFinished(reader.close);
      return (as: typeof brand) => reader.read(as, async () => 'read');
    };
    // A server that isn't a standby may be the old primary.
    expect(await readerOf(primary.url)(brand)).toBeNull();
    const promoted = await failOver();
    await rename(promoted, brandId, 'Kept');
    const another = await standby.startStandby();
    onTestFinished(another.remove);
    const read = readerOf(another.url);
    expect(await read(brand)).toBeNull();
    expect(await read(await asOf(promoted, brandId))).toEqual({ answer: 'read' });
  });
});

test('a server reads analytics and statements from the standby, and works without it', limit, async () => {
  const { db, primary, standby, catchUp } = shared;
  const SESSION_SECRET = 'of this process, of 32 bytes or more';
  const brandId = await world(db).brand();
  const now = () => new Date();
  const session = { db, access: accessTokens(SESSION_SECRET), refresh: refreshTokens(SESSION_SECRET), now };
  const { accessToken } = await startSession(session, brandId, null);
  await catchUp();
  const server = startProcess({
    ...{ DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url, SESSION_SECRET },
    ...{ DATA_DIR: join(newFolder(), 'data'), PORT: '0', METRICS_TOKEN: 'a'.repeat(40) },
  });
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });
  const address = await server.ready;
  const ask = async (path: string, token = accessToken) => {
    const response = await fetch(`${address}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    return response.text();
  };
  const paths = [endpoints.getBrandAnalytics.path.replace('{brandId}', brandId), endpoints.listStatements.path];
  const served = async (result: string) =>
    readScrape(await ask('/metrics', 'a'.repeat(40))).valueOf('afield_standby_reads_total', { result });
  const before = await Promise.all(paths.map((path) => ask(path)));
  expect(await served('served')).toBe(2);
  await standby.stop();
  onTestFinished(standby.start);
  expect(await Promise.all(paths.map((path) => ask(path)))).toEqual(before);
  expect(await served('served')).toBe(2);
  expect(await served('unavailable')).toBe(2);
});
