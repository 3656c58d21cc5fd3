import { expect, test } from 'vitest';
import type { Fate } from '#tests/support/worker/fake-network.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { aPhone, off1 } from '../a-phone.ts';

const answer = (status: number, code: string): Fate => ({
  kind: 'answer',
  status,
  body: JSON.stringify({ code, message: 'Sorry' }),
  headers: { 'Retry-After': '1' },
});

test.each([
  [429, 'too_many_requests'],
  [401, 'unauthorized'],
  [403, 'not_approved'],
  [503, 'unavailable'],
] as const)('a decision whose response was lost can’t be undone after a %i', async (status, code) => {
  const { decide, network, live, phone, clock, server } = await aPhone();
  const key = aKey();
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'lose-answer' } : { kind: 'pass' });
  await decide(off1, key);
  expect(server.applied).toHaveLength(1);
  network.fateOf = ({ url }) => (url.pathname.includes('/evidence/') ? answer(status, code) : { kind: 'pass' });
  await live(6000);
  expect(await clock.until(phone.say({ type: 'undo', actionId: key }))).toMatchObject({ ok: false, isTooLate: true });
});

test('a decision can’t be undone after only the server’s own 503, which may follow after it took effect', async () => {
  const { decide, network, phone, clock } = await aPhone();
  const key = aKey();
  network.fateOf = ({ method }) => (method === 'POST' ? answer(503, 'unavailable') : { kind: 'pass' });
  await decide(off1, key);
  expect(await clock.until(phone.say({ type: 'undo', actionId: key }))).toMatchObject({ ok: false, isTooLate: true });
});
