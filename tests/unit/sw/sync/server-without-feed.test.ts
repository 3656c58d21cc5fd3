import { describe, expect, test } from 'vitest';
import { readSync } from '#sw/copy/sync-row.ts';
import { type Fate, portal } from '#tests/support/worker/fake-network.ts';
import { createFakePhone, pageOf } from '#tests/support/worker/fake-phone.ts';
import { aPhone, brandId, off1 } from '../a-phone.ts';

const page = (status: number, body = '<h1>No such page</h1>', more = {}): Fate => ({
  ...{ kind: 'answer', status, body, headers: { 'Content-Type': 'text/html' } },
  ...more,
});
const json = (status: number, body: object): Fate => ({ kind: 'answer', status, body: JSON.stringify(body) });

/** Responses of servers that don't have the feed. */
const answers: [string, Fate][] = [
  ['a page, with status 200', page(200)],
  ['a page, with status 404', page(404)],
  ['nothing, with status 200', page(200, '')],
  ['nothing, with status 404', page(404, '')],
  ['a page, with status 405', page(405)],
  ['nothing, with status 501', page(501, '')],
  ['an error of its own, with status 405', json(405, { message: 'Method not allowed', code: 'method_not_allowed' })],
  ['an error of its own, with status 501', json(501, { message: 'Not supported', code: 'not_supported' })],
  ['JSON of another kind', json(200, { status: 'ok' })],
  ['another page', page(302, '', { redirected: true })],
];

const isOptional = ({ pathname }: URL) => pathname.endsWith('/changes') || pathname.endsWith('/days');

describe.each(answers)('a server that responds to missing endpoints with %s', (_, fate) => {
  test('has its lists walked, and is online all the while', async () => {
    const phone = createFakePhone({ fateOf: ({ url }) => (isOptional(url) ? fate : { kind: 'pass' }) });
    const { server, clock, broadcasts } = phone;
    server.addOffer(brandId, off1);
    const open = pageOf(phone, server.logIn(brandId));
    await clock.until(open.open());
    await clock.advance(5000);
    expect(await clock.until(readSync(phone.copy, brandId))).toMatchObject({ complete: true, failedAt: null });
    const statuses = broadcasts.flatMap((message) => (message.type === 'sync-status' ? [message.status] : []));
    expect(statuses.at(-1)).toMatchObject({ online: true, lastSync: 'done', complete: true });
    expect(statuses.filter(({ online }) => !online)).toEqual([]);
    phone.network.fateOf = () => ({ kind: 'refuse' });
    expect(await clock.until(open.read('/brand/v1.0/offers'))).toMatchObject({ status: 200 });
  });
});

const look = async ({ phone, clock }: Pick<Awaited<ReturnType<typeof aPhone>>, 'phone' | 'clock'>) => {
  await clock.until(phone.say({ type: 'page-state', visible: true, reason: 'visible' }));
  await clock.advance(1000);
};

describe.each([
  ['a page', portal],
  ['a redirect', { ...portal, redirected: true } as Fate],
])('a portal that responds to everything with %s', (_, fate) => {
  test('is a network failure, not a server without a feed', async () => {
    const given = await aPhone();
    const { clock, copy, network, phone, mend, broadcasts } = given;
    const before = await clock.until(readSync(copy, brandId));
    network.fateOf = () => fate;
    await look(given);
    const reply = await clock.until(phone.say({ type: 'get-status' }));
    expect(reply).toMatchObject({ status: { online: false, lastSync: 'failed' } });
    const { cursor, hasFigures, feedMissingAt } = before;
    expect(await clock.until(readSync(copy, brandId))).toMatchObject({ cursor, hasFigures, feedMissingAt });
    mend();
    broadcasts.length = 0;
    await look(given);
    expect(await clock.until(readSync(copy, brandId))).toMatchObject({ hasFigures: true, failedAt: null });
  });
});

test('a portal between the feed and another request doesn’t cost the phone its feed or its figures', async () => {
  const given = await aPhone();
  const { clock, copy, network } = given;
  let fates: Fate[] = [portal];
  network.fateOf = ({ url }) =>
    url.pathname.endsWith('/changes') ? (fates.shift() ?? { kind: 'pass' }) : { kind: 'pass' };
  await look(given);
  expect(fates).toEqual([]);
  expect(await clock.until(readSync(copy, brandId))).toMatchObject({ hasFigures: true, feedMissingAt: null });
  fates = [page(502), page(502)];
  await look(given);
  expect(await clock.until(readSync(copy, brandId))).toMatchObject({ hasFigures: true, feedMissingAt: null });
});
