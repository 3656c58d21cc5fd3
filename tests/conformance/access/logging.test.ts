import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { signup } from '#contract/account/auth.ts';
import { getBrand } from '#contract/brand/brand.ts';
import { getCampaign } from '#contract/brand/campaign.ts';
import { makeCreatorMove } from '#contract/creator/creator.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { createLog } from '#server/observing/log.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { startTestServer } from '#tests/support/servers/server.ts';

const { server, given } = await apiServer();
const person = { name: 'Juniper & Sons', email: 'juniper@brands.test', password: 'Juniper-pass1!' };

test('a failed statement is logged without its values, with the request id of the response', async () => {
  await server.db.execute(sql`alter table brands add constraint brands_never check (cpm_cents < 0) not valid`);
  const { status, headers, error } = await call(server, signup, { body: person });
  await server.db.execute(sql`alter table brands drop constraint brands_never`);
  expect([status, error?.code]).toEqual([500, 'internal']);

  const [line] = server.errors.splice(0) as Record<string, unknown>[];
  expect(line).toMatchObject({ method: 'POST', route: signup.path, err: { code: '23514' } });
  expect(JSON.stringify(line)).toContain('brands_never');
  expect(line?.requestId).toBe(headers.get('X-Request-Id'));
  const text = JSON.stringify(line);
  for (const secret of [person.name, person.email, person.password, '$argon2', 'juniper', 'insert into']) {
    expect(text).not.toContain(secret);
  }
});

test('every response has its own request id, never one from the client', async () => {
  const ids = new Set<string | null>();
  for (const sent of [null, 'forged', 'forged']) {
    ids.add(
      (await call(server, getBrand, { headers: sent === null ? {} : { 'X-Request-Id': sent } })).headers.get(
        'X-Request-Id',
      ),
    );
  }
  expect([ids.size, ids.has('forged'), ids.has(null)]).toEqual([3, false, false]);
});

test('the log drops unknown fields and error messages at any depth', () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) });
  const cause = Object.assign(new Error('Key (email)=(a@b.test) exists'), { detail: 'a@b.test', code: '23505' });
  const error = new Error('a@b.test\n    at a@b.test (x:1:1)', { cause });
  log.error({ err: error, email: 'a@b.test', paymentId: 'pay_1' }, 'A line');
  expect(lines.join('')).not.toContain('a@b.test');
  const { err, paymentId } = JSON.parse(lines[0] ?? '') as { err: { at: string[]; cause: unknown }; paymentId: string };
  expect([paymentId, err.cause]).toMatchObject(['pay_1', { code: '23505' }]);
  expect(err.at[0]).toContain('logging.test.ts');
});

test('a creator’s failed request is logged without the link’s token', async () => {
  const brandId = await given.brand();
  const token = await server.linkOf(await given.offer(brandId, await given.campaign(brandId)));
  await server.db.execute(sql`alter table offer_moves add constraint moves_never check (sequence < 0) not valid`);
  const asked = { token, body: { move: 'accept' as const }, key: newKey(), ifMatch: '0' };
  const { status } = await call(server, makeCreatorMove, asked);
  await server.db.execute(sql`alter table offer_moves drop constraint moves_never`);
  expect(status).toBe(500);
  const lines = JSON.stringify(server.errors.splice(0));
  expect(lines).toContain('moves_never');
  const [, , mac = ''] = token.split('.');
  for (const secret of [token, mac]) expect(lines).not.toContain(secret);
});

test('a request is logged with its route pattern at debug, and not at info', async () => {
  const lines: Record<string, unknown>[] = [];
  for (const level of ['info', 'debug'] as const) {
    const log = createLog({ write: (line) => void lines.push(JSON.parse(line)) }, level);
    const own = await startTestServer({ log });
    await own.app.request(pathOf(getCampaign, { campaignId: 'cmp_1' }));
    await own.close();
  }
  const route = '/brand/v1.0/campaigns/details/:campaignId';
  expect(lines).toMatchObject([{ level: 20, method: 'GET', route, status: 401, forMs: expect.any(Number) }]);
});
