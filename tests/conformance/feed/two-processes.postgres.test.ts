import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { login } from '#contract/account/auth.ts';
import { addFunds, addPaymentMethod } from '#contract/brand/billing.ts';
import { acceptEvidence } from '#contract/brand/offer.ts';
import { type Endpoint, pathOf } from '#contract/wire/endpoint.ts';
import { brands, fulfillments, offers, payments } from '#server/database/tables/tables.ts';
import { newKey } from '#tests/support/calls/call.ts';
import { booksOf } from '#tests/support/money/books.ts';
import { openOnPostgres } from '#tests/support/postgres/database.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startProcess } from '#tests/support/servers/process.ts';
import { world, worldPassword } from '#tests/support/servers/world.ts';

const postgres = process.env.TEST_DATABASE_URL;
const decisions = 40;
const fundings = 20;

interface Action {
  endpoint: Endpoint;
  params?: Record<string, string>;
  body?: object;
  ifMatch?: string;
}

test('two processes serve one app while either is killed and restarted, without losing or repeating an action', async () => {
  const dir = newFolder();
  const database = await openOnPostgres(postgres ?? '');
  const start = (name: string, port = '0') =>
    startProcess({
      ...{ DATABASE_URL: database.url, SESSION_SECRET: 'of both processes, 32 bytes or more', DATABASE_POOL: '4' },
      ...{ DATA_DIR: join(dir, name), PORT: port },
    });
  const running = { a: start('a'), b: start('b') };
  try {
    const addresses = [await running.a.ready, await running.b.ready] as const;
    const given = world(database.db);
    const brandId = await given.brand();
    const campaignId = await given.campaign(brandId);
    const drafts = await Promise.all(
      Array.from({ length: decisions }, async () => {
        const offerId = await given.offer(brandId, campaignId);
        const evidence = { fulfillment: '/media/demo/coffee.mp4', caption: 'Tea' };
        return { offerId, fulfillmentId: await given.submission(brandId, offerId, evidence, new Date()) };
      }),
    );

    /** Sends like a phone: to whichever process responds, with one key, until one succeeds. */
    const sent = async ({ endpoint, params = {}, body = {}, ifMatch }: Action, token: string | null, first: number) => {
      const headers = {
        'Content-Type': 'application/json',
        'Idempotency-Key': newKey(),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(ifMatch ? { 'If-Match': `"${ifMatch}"` } : {}),
      };
      for (let attempt = first; ; attempt += 1) {
        const url = `${addresses[attempt % 2]}${pathOf(endpoint, params)}`;
        const response = await fetch(url, {
          method: endpoint.method,
          headers,
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(10_000),
        }).catch(() => null);
        const answer: unknown = await response?.json().catch(() => null);
        if (response?.ok && answer !== null) return answer;
        const isWait =
          response === null || response.ok || response.status >= 500 || [409, 429].includes(response.status);
        if (!isWait) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(answer)}`);
        await wait(50);
      }
    };

    const [row] = await database.db.select({ email: brands.email }).from(brands).where(eq(brands.id, brandId));
    const credentials = { email: row?.email ?? '', password: worldPassword };
    const { accessToken } = (await sent({ endpoint: login, body: credentials }, null, 0)) as { accessToken: string };
    const card = { type: 'stripe', stripeToken: 'pm_sandbox_4242' };
    const { id: paymentMethodId } = (await sent({ endpoint: addPaymentMethod, body: card }, accessToken, 0)) as {
      id: string;
    };

    const actions: Action[] = [
      ...drafts.map(({ offerId, fulfillmentId }) => ({
        ...{ endpoint: acceptEvidence, params: { id: offerId }, ifMatch: fulfillmentId },
      })),
      ...Array.from({ length: fundings }, () => ({
        endpoint: addFunds,
        body: { type: 'stripe', paymentMethodId, amountCents: 10_000 },
      })),
    ];
    let done = 0;
    const restarts = new Map<number, () => Promise<void>>();
    restarts.set(10, async () => {
      running.a.child.kill('SIGKILL');
      await running.a.ended;
      running.a = start('a', new URL(addresses[0]).port);
      await running.a.ready;
    });
    restarts.set(35, async () => {
      running.b.child.kill('SIGTERM');
      await running.b.ended;
      running.b = start('b', new URL(addresses[1]).port);
      await running.b.ready;
    });
    const left = actions.map((action, i) => ({ action, first: i }));
    const started: Promise<void>[] = [];
    const lane = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        await sent(next.action, accessToken, next.first);
        done += 1;
        const restart = restarts.get(done);
        if (restart) started.push(restart());
      }
    };
    await Promise.all(Array.from({ length: 6 }, lane));
    await Promise.all(started);

    // A creator's link follows an approved draft; a second approval would have approved the link.
    const stages = await database.db
      .select({ stage: offers.stageType })
      .from(offers)
      .where(eq(offers.brandId, brandId));
    expect(stages.map(({ stage }) => stage)).toEqual(Array.from({ length: decisions }, () => 'SUBMIT_EVIDENCE'));
    const accepted = await database.db.select().from(fulfillments).where(isNotNull(fulfillments.acceptedAt));
    expect(accepted.map(({ offerId }) => offerId).sort()).toEqual(drafts.map(({ offerId }) => offerId).sort());
    const made = await database.db.select({ cents: payments.amountCents }).from(payments);
    expect(made).toHaveLength(fundings);
    expect(await booksOf(database.db, brandId)).toMatchObject({ available: fundings * 10_000, pending: 0 });
    for (const address of addresses) expect((await fetch(`${address}/ready`)).status).toBe(200);
  } finally {
    for (const { child, ended } of [running.a, running.b]) {
      child.kill('SIGKILL');
      await ended;
    }
    await database.close();
  }
});
