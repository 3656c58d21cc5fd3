import { expect, test } from 'vitest';
import { portal } from '#tests/support/worker/fake-network.ts';
import { aKey, pageOf } from '#tests/support/worker/fake-phone.ts';
import { aPhone, off1 } from '../a-phone.ts';

const currentBrand = '/brand/v1.0/brands/current';

test.each([502, 403])('a %i from an intermediary is passed on, for the page to explain', async (status) => {
  const { clock, page, network } = await aPhone();
  network.fateOf = () => ({ kind: 'answer', status, body: '<h1>No</h1>' });
  expect(await clock.until(page.write('PUT', currentBrand, { description: 'Tea.' }))).toEqual({ status });
});

test.each([
  ['a portal’s page', portal],
  ['a refused connection', { kind: 'refuse' }],
] as const)('%s counts as no response', async (_, fate) => {
  const { clock, page, network } = await aPhone();
  network.fateOf = () => fate;
  expect(await clock.until(page.write('PUT', currentBrand, { description: 'Tea.' }))).toEqual({ status: 0 });
});

test('JSON that doesn’t match the contract is left to the page, and not stored', async () => {
  const { phone, clock, page, network, cut } = await aPhone();
  network.fateOf = () => ({ kind: 'answer', status: 200, body: '{"status":"ok"}' });
  expect(await clock.until(page.write('PUT', currentBrand, { description: 'Tea.' }))).toEqual({ status: 200 });
  expect(phone.reported).toEqual([]);
  cut();
  expect((await clock.until(page.read(currentBrand))).body).toMatchObject({ id: 'brd_1' });
});

test('a page whose token the worker doesn’t know belongs to no brand, and can’t read or decide anything', async () => {
  const { phone, clock, server, offer, queue } = await aPhone();
  const seen = await offer(off1);
  const other = pageOf(phone, server.logIn('brd_2'));
  expect(await clock.until(other.read(`/brand/v1.0/offers/${off1}`))).toMatchObject({ status: 404 });
  expect((await clock.until(other.decide(seen, aKey()))).status).toBe(404);
  await clock.advance(2000);
  expect(server.applied).toEqual([]);
  expect(await queue()).toEqual([]);
});
