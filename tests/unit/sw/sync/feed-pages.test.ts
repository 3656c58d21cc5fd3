import { describe, expect, test } from 'vitest';
import { readSync } from '#sw/copy/sync-row.ts';
import type { Fate } from '#tests/support/worker/fake-network.ts';
import { aKey, createFakePhone, pageOf } from '#tests/support/worker/fake-phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1, off2, off3 } from '../a-phone.ts';

/** The first requests to the feed meet these fates; all others pass. */
const feedMeets = (...fates: Fate[]) => {
  const left = [...fates];
  return ({ url }: { url: URL }): Fate =>
    url.pathname === '/brand/v1.0/changes' ? (left.shift() ?? { kind: 'pass' }) : { kind: 'pass' };
};
const pass: Fate = { kind: 'pass' };
const refuse: Fate = { kind: 'refuse' };

const look = async ({ phone, clock }: Pick<Awaited<ReturnType<typeof aPhone>>, 'phone' | 'clock'>) => {
  await clock.until(phone.say({ type: 'page-state', visible: true, reason: 'visible' }));
  await clock.advance(1000);
};

describe('an interrupted feed of several pages', () => {
  test('leaves the copy incomplete, so lists still come from the server', async () => {
    const phone = createFakePhone();
    const { server, clock, network } = phone;
    for (let n = 1; n <= 5; n += 1) server.addOffer(brandId, offerIdOf(n));
    server.setFeedPage(2);
    network.fateOf = feedMeets(pass, refuse, refuse, refuse);
    const page = pageOf(phone, server.logIn(brandId));
    await clock.until(page.open());
    expect(await clock.until(readSync(phone.copy, brandId))).toMatchObject({ complete: false, syncedAt: null });
    network.fateOf = () => refuse;
    expect((await clock.until(page.read('/brand/v1.0/offers'))).status).toBe(503);
  });

  test('restarts when the copy is refilled, and removes records that are gone', async () => {
    const phone = await aPhone({ offers: 5 });
    const { server, network, clock, page } = phone;
    server.lose(off2);
    server.setFeedPage(2);
    server.expireCursors();
    // In order: the old cursor, the first page of a new walk, the second page.
    network.fateOf = feedMeets(pass, pass, refuse);
    await look(phone);
    await look(phone);
    expect((await clock.until(page.read(`/brand/v1.0/offers/${off2}`))).status).toBe(404);
  });

  test('returns to a change that it couldn’t store because it might have been older', async () => {
    const { phone, clock, server, network, page, offer } = await aPhone();
    // The panel's own read of the offer is slow, and returns older data than the feed, which was requested at the same
    // moment.
    network.fateOf = ({ url }) => ({
      kind: 'pass',
      answerDelayMs: url.pathname.endsWith('/changes') ? 2000 : url.pathname.endsWith(off1) ? 1000 : 0,
    });
    server.resubmit(off1);
    const reading = page.read(`/brand/v1.0/offers/${off1}`, { 'Cache-Control': 'no-cache' });
    await clock.advance(0);
    server.resubmit(off1);
    const syncing = phone.say({ type: 'page-state', visible: true, reason: 'visible' });
    await clock.advance(1500);
    await clock.until(reading);
    // The read can't be repeated at once either.
    network.fateOf = () => refuse;
    await clock.until(syncing);
    await clock.advance(5000);
    network.fateOf = () => pass;
    await look({ phone, clock });
    expect(await offer(off1)).toEqual(server.offer(off1));
  });
});

test('a walk that fails halfway counts as failed', async () => {
  const phone = createFakePhone();
  const { server, clock, network } = phone;
  server.setFeed('none');
  for (let n = 1; n <= 120; n += 1) server.addOffer(brandId, offerIdOf(n));
  const trouble: Fate = { kind: 'answer', status: 500, body: '{"message":"No","code":"internal"}' };
  network.fateOf = ({ url }) =>
    url.pathname.endsWith('/offers') && url.searchParams.get('page') === '2' ? trouble : pass;
  const page = pageOf(phone, server.logIn(brandId));
  await clock.until(page.open());
  await clock.advance(3000);
  const reply = await clock.until(phone.say({ type: 'get-status' }));
  expect(reply).toMatchObject({ status: { lastSync: 'failed', syncedAt: null } });
});

test('a filtered list matches the current state of its offers', async () => {
  const { clock, page, cut, decide } = await aPhone();
  const toReview = async () => {
    const path = '/brand/v1.0/offers?offerStageType=AWAITING_EVIDENCE_CLEARANCE';
    const { body } = await clock.until(page.read(path));
    return (body as { data: { id: string }[] }).data.map(({ id }) => id).sort();
  };
  expect(await toReview()).toEqual([off1, off2, off3].sort());
  await decide(off2, aKey());
  await clock.advance(2000);
  cut();
  expect(await toReview()).toEqual([off1, off3].sort());
});
