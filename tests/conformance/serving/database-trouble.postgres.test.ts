import { setTimeout as wait } from 'node:timers/promises';
import { eq, type SQL, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { login } from '#contract/account/auth.ts';
import { addFunds, addPaymentMethod } from '#contract/brand/billing.ts';
import { getBrand } from '#contract/brand/brand.ts';
import { type Endpoint, pathOf } from '#contract/wire/endpoint.ts';
import { openRemote } from '#server/database/remote.ts';
import { brands } from '#server/database/tables/tables.ts';
import { isTransientDatabaseError } from '#server/errors/trouble.ts';
import { newKey } from '#tests/support/calls/call.ts';
import { booksOf } from '#tests/support/money/books.ts';
import { startOwnPostgres } from '#tests/support/postgres/postgres.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startProcess } from '#tests/support/servers/process.ts';
import { world, worldPassword } from '#tests/support/servers/world.ts';

const rounds = 12;
const recoveryLimitMs = 5000;
const endConnections =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'afield' and pid <> pg_backend_pid()";
const quietly = { onIdleError: () => {} };

test('terminated connections and a database restart cause brief 503s, without losing or repeating an action', async () => {
  const postgres = await startOwnPostgres();
  const dataDir = newFolder();
  const server = startProcess({
    ...{ DATABASE_URL: postgres.url, SESSION_SECRET: 'of this process, of 32 bytes or more' },
    ...{ DATA_DIR: dataDir, PORT: '0', DATABASE_POOL: '6' },
  });
  try {
    const address = await server.ready;
    const database = await openRemote(postgres.url, quietly);
    const brandId = await world(database.db).brand();
    const [row] = await database.db.select({ email: brands.email }).from(brands).where(eq(brands.id, brandId));
    await database.close();

    const strange: string[] = [];
    const seen = { refused: 0 };
    /** One request; null if the server reports database trouble, or that the same request is in progress. */
    const ask = async (endpoint: Endpoint, token: string, body?: object, key?: string): Promise<unknown> => {
      const response = await fetch(`${address}${pathOf(endpoint, {})}`, {
        method: endpoint.method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body ? { 'Content-Type': 'application/json' } : {}),
          ...(key ? { 'Idempotency-Key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(10_000),
      });
      const answer: unknown = await response.json();
      if (response.ok) return answer;
      const waits = response.headers.get('Retry-After');
      if (![409, 503].includes(response.status) || waits === null) {
        strange.push(`${endpoint.path}: ${response.status}, Retry-After ${waits}, ${JSON.stringify(answer)}`);
      }
      if (response.status === 503) seen.refused += 1;
      return null;
    };

    const credentials = { email: row?.email ?? '', password: worldPassword };
    const { accessToken } = (await ask(login, '', credentials)) as { accessToken: string };
    const card = { type: 'stripe', stripeToken: 'pm_sandbox_4242' };
    const { id } = (await ask(addPaymentMethod, accessToken, card, newKey())) as { id: string };

    let funded = 0;
    let isOver = false;
    const funding = async () => {
      while (!isOver) {
        const body = { type: 'stripe', paymentMethodId: id, amountCents: 10_000 };
        const key = newKey();
        while ((await ask(addFunds, accessToken, body, key)) === null) await wait(20);
        funded += 1;
      }
    };
    const reading = async () => {
      while (!isOver) if ((await ask(getBrand, accessToken)) === null) await wait(20);
    };
    const lanes = [funding(), funding(), funding(), funding(), reading(), reading()];
    const load = Promise.all(lanes);
    load.catch(() => {});

    const recoveredWithinMs = async () => {
      const startMs = performance.now();
      while ((await ask(getBrand, accessToken)) === null) await wait(50);
      return performance.now() - startMs;
    };
    const slowest: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await wait(150);
      const operator = new Client({ connectionString: postgres.url });
      await operator.connect();
      await operator.query(endConnections);
      await operator.end();
      slowest.push(await recoveredWithinMs());
    }
    await postgres.stopNow();
    const ready = await fetch(`${address}/ready`);
    expect([ready.status, ready.headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    await postgres.start();
    slowest.push(await recoveredWithinMs());
    isOver = true;
    await load;

    expect(strange).toEqual([]);
    expect(server.child.exitCode).toBeNull();
    expect(seen.refused).toBeGreaterThan(0);
    expect(Math.max(...slowest)).toBeLessThan(recoveryLimitMs);
    const after = await openRemote(postgres.url, quietly);
    expect(await booksOf(after.db, brandId)).toMatchObject({ available: funded * 10_000 });
    await after.close();
    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
    await postgres.remove();
  }
});

test('an unresponsive database is given up after our own timeout, and its connection with it', async () => {
  const postgres = await startOwnPostgres();
  try {
    const database = await openRemote(postgres.url, { ...quietly, poolSize: 1, queryTimeoutMs: 300 });
    const startMs = performance.now();
    for (const asked of [
      (statement: SQL) => database.db.transaction((tx) => tx.execute(statement)),
      (statement: SQL) => database.db.execute(statement),
    ]) {
      const error: unknown = await asked(sql`select pg_sleep(60)`).catch((failure: unknown) => failure);
      expect(isTransientDatabaseError(error)).toBe(true);
      expect(await asked(sql`select 1 as one`)).toMatchObject({ rows: [{ one: 1 }] });
    }
    expect(performance.now() - startMs).toBeLessThan(30_000);
    await database.close();
  } finally {
    await postgres.remove();
  }
});

test('connections terminated before and within transactions aren’t lost to the pool', async () => {
  const postgres = await startOwnPostgres();
  const operator = new Client({ connectionString: postgres.url });
  await operator.connect();
  try {
    const database = await openRemote(postgres.url, { ...quietly, poolSize: 1 });
    const select = (statement: SQL) => database.db.transaction((tx) => tx.execute(statement));
    const endOwn = sql`select pg_terminate_backend(pg_backend_pid())`;
    for (let round = 0; round < 5; round += 1) {
      await operator.query(endConnections);
      // The pool may have noticed by now and lend another connection.
      const early: unknown = await select(sql`select 1`).catch((error: unknown) => error);
      if (early instanceof Error) expect(isTransientDatabaseError(early)).toBe(true);
      await expect(select(endOwn)).rejects.toSatisfy(isTransientDatabaseError);
      expect(await select(sql`select 1 as one`)).toMatchObject({ rows: [{ one: 1 }] });
    }
    await database.close();
  } finally {
    await operator.end();
    await postgres.remove();
  }
});
