import { expect, test } from 'vitest';
import { getStatement, listStatements, type Statement } from '#contract/brand/statement.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { aPhone } from '../a-phone.ts';

const march: Statement = {
  month: '2026-03',
  openingBalanceCents: 0,
  lines: [],
  totals: { addedCents: 0, fundedCents: 0, returnedCents: 0, reversedCents: 0, correctedCents: 0 },
  closingBalanceCents: 0,
};
const months = { months: ['2026-03', '2026-02'] };
const path = (month: string) => pathOf(getStatement, { month });
const noCache = { 'Cache-Control': 'no-cache' };

/** A phone whose server gives these responses, and the model's for all other requests. */
async function phoneWith(answers: () => Record<string, unknown>) {
  const phone = await aPhone();
  const connect = () => {
    phone.network.fateOf = ({ url }) => {
      const body = answers()[url.pathname];
      return body === undefined ? { kind: 'pass' } : { kind: 'answer', status: 200, body: JSON.stringify(body) };
    };
  };
  connect();
  const read = (address: string) => phone.clock.until(phone.page.read(address, noCache));
  return { ...phone, connect, read };
}

test('an opened month is available offline, and any other is reported as unavailable', async () => {
  const { cut, read } = await phoneWith(() => ({ [path('2026-03')]: march, [pathOf(listStatements)]: months }));
  expect(await read(path('2026-03'))).toMatchObject({ status: 200, body: march, storedAt: null });
  await read(pathOf(listStatements));
  cut();
  const stored = await read(path('2026-03'));
  expect(stored).toMatchObject({ status: 200, body: march });
  expect(stored.storedAt).not.toBeNull();
  expect(await read(pathOf(listStatements))).toMatchObject({ status: 200, body: months });
  expect(await read(path('2026-02'))).toMatchObject({ status: 503, body: { code: 'not_available_offline' } });
});

test('a sync keeps responses that the copy can’t compute', async () => {
  const { cut, read, live } = await phoneWith(() => ({ [path('2026-03')]: march }));
  await read(path('2026-03'));
  await live(120_000);
  cut();
  expect(await read(path('2026-03'))).toMatchObject({ status: 200, body: march });
});

test('the server’s current response replaces the stored one', async () => {
  let now = march;
  const { cut, read, broadcasts } = await phoneWith(() => ({ [path('2026-03')]: now }));
  const news = () => broadcasts.flatMap((message) => (message.type === 'data-changed' ? message.kinds : []));
  await read(path('2026-03'));
  await read(path('2026-03'));
  expect(news()).toEqual([]);
  now = { ...march, openingBalanceCents: 5_000, closingBalanceCents: 5_000 };
  expect((await read(path('2026-03'))).body).toEqual(now);
  // A page that waited too long for it shows the stored one.
  expect(news()).toEqual(['payments']);
  cut();
  expect((await read(path('2026-03'))).body).toEqual(now);
});
