import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { notFound } from '#server/api-error.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { openStandby } from '#server/database/standby.ts';
import { brands, campaigns } from '#server/database/tables.ts';
import type { Observation } from '#server/observe.ts';
import { refreshTokens } from '#server/services/accounts/sessions/refresh-tokens.ts';
import { startSession } from '#server/services/accounts/sessions/sessions.ts';
import { accessTokens } from '#server/services/shared/access-tokens.ts';
import { newFolder } from '#tests/support/new-folder.ts';
import { startPair } from '#tests/support/postgres-pair.ts';
import { startProcess } from '#tests/support/process.ts';
import { readScrape } from '#tests/support/scrape.ts';
import { world } from '#tests/support/world.ts';

const limit = { timeout: 120_000 };
const restMs = 1_500;

const shared = await startPair(afterAll);

async function startReading(pair = shared) {
  const results: unknown[] = [];
  const observe = (happened: Observation) => {
    if (happened.of === 'standby read') results.push(happened.result);
  };
  const standby = openStandby(pair.standby.url, { poolSize: 4, log: { warn: () => {} }, observe, restMs });
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
  return { ...pair, brandId, results, read };
}

/** A connection of the standby's operator. */
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
  test('answers once it has replayed the brand’s last write, and not before', limit, async () => {
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

  test('answers from one snapshot, and can’t write', limit, async () => {
    const { db, brandId, read, catchUp } = await startReading();
    const meanwhile = async () => {
      await rename(db, brandId, 'Green tea');
      await catchUp();
    };
    expect(await read(meanwhile)).toEqual({ answer: ['Tea'] });
    expect(await read((tx) => tx.execute(sql`update brands set name = ''`))).toBeNull();
  });

  test('passes on what a read refuses', limit, async () => {
    const { read, results } = await startReading();
    const refused = read(async () => {
      throw notFound('Campaign not found.');
    });
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    expect(await read()).toEqual({ answer: ['Tea'] });
    expect(results).toEqual(['served']);
  });

  test('that cancels a read to go on replaying is asked for the next one', limit, async () => {
    const { db, read, catchUp } = await startReading();
    const operator = await operated();
    await operator.query('alter system set max_standby_streaming_delay = 0');
    await operator.query('select pg_reload_conf()');
    const conflict = async (tx: Database) => {
      await tx.execute(sql`select id from campaigns`);
      await db.transaction((other) => other.execute(sql`lock table campaigns in access exclusive mode`));
      await tx.execute(sql`select pg_sleep(60)`);
    };
    expect(await read(conflict)).toBeNull();
    await catchUp();
    expect(await read()).toEqual({ answer: ['Tea'] });
  });

  test('that is stopped isn’t asked again for a while, and then is', limit, async () => {
    const { standby, read, results, catchUp } = await startReading();
    await read();
    await standby.stop();
    expect(await read()).toBeNull();
    await standby.start();
    let calls = 0;
    const counted = async () => void calls++;
    expect(await read(counted)).toBeNull();
    expect(calls).toBe(0);
    await wait(restMs);
    await catchUp();
    expect(await read()).toEqual({ answer: ['Tea'] });
    expect(results).toEqual(['served', 'unavailable', 'unavailable', 'served']);
  });

  test('that is promoted without the last writes isn’t taken for one that has them', limit, async () => {
    const { db, brandId, standby, cutStandby, failOver } = await startReading(await startPair());
    await cutStandby();
    await rename(db, brandId, 'Lost');
    const brand = await asOf(db, brandId);
    const promoted = await failOver();
    await rename(promoted, brandId, 'Kept');
    const reading = openStandby(standby.url, { poolSize: 2, log: { warn: () => {} }, observe: () => {} });
    onTestFinished(reading.close);
    expect(await reading.read(brand, async () => 'read')).toBeNull();
    expect(await reading.read(await asOf(promoted, brandId), async () => 'read')).toEqual({ answer: 'read' });
  });
});

test('a server reads analytics and statements there, and goes on without it', limit, async () => {
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
