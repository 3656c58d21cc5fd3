import { expect, test } from 'vitest';
import { aPhone, off1, off2 } from '../a-phone.ts';

const feed = '/brand/v1.0/changes';

/** A phone whose feed can be cut off while its other requests pass. */
async function aPhoneWithoutFeed() {
  const phone = await aPhone();
  const cutFeed = () => {
    phone.network.fateOf = ({ url }) => ({ kind: url.pathname === feed ? 'refuse' : 'pass' });
  };
  const refresh = async () => {
    await phone.clock.until(phone.phone.say({ type: 'refresh-now' }));
    await phone.live(4000);
  };
  return { ...phone, cutFeed, refresh };
}

/** Requests to the feed without a cursor: copies that were refilled from scratch. */
function countFillings({ network }: Pick<Awaited<ReturnType<typeof aPhone>>, 'network'>): () => number {
  let count = 0;
  const { fateOf } = network;
  network.fateOf = (request) => {
    if (request.url.pathname === feed && !request.url.searchParams.has('cursor')) count += 1;
    return fateOf(request);
  };
  return () => count;
}

test('a decision that a failover lost after its response is shown as the server has it', async () => {
  const phone = await aPhoneWithoutFeed();
  const { server, offer, decide, cutFeed, mend, refresh } = phone;
  const failOver = server.backUp();
  const before = await offer(off1);
  cutFeed();
  await decide(off1, 'key-1');
  expect((await offer(off1)).currentStage.type).not.toBe(before.currentStage.type);

  failOver('failover');
  mend();
  await refresh();
  expect(await offer(off1)).toEqual(server.offer(off1));
  expect((await offer(off1)).currentStage.type).toBe(before.currentStage.type);
});

test('an offer that a page fetched after the feed’s last page is shown as the server has it', async () => {
  const phone = await aPhoneWithoutFeed();
  const { clock, server, offer, page, cutFeed, mend, refresh } = phone;
  const failOver = server.backUp();
  cutFeed();
  await clock.advance(60_000);
  server.resubmit(off1);
  await clock.until(page.read(`/brand/v1.0/offers/${off1}`, { 'Cache-Control': 'no-cache' }));

  failOver('failover');
  mend();
  await refresh();
  expect(await offer(off1)).toEqual(server.offer(off1));
});

test('a failover that lost nothing the phone received causes no refill', async () => {
  const phone = await aPhoneWithoutFeed();
  const { server, decide, offer, refresh } = phone;
  await decide(off1, 'key-1');
  await refresh();
  const failOver = server.backUp();
  const fillings = countFillings(phone);

  failOver('failover');
  await refresh();
  await decide(off2, 'key-2');
  await refresh();
  expect(fillings()).toBe(0);
  expect(await offer(off2)).toEqual(server.offer(off2));
});

test('a response that arrived while a feed page was in flight is confirmed only by the next page', async () => {
  const phone = await aPhoneWithoutFeed();
  const { clock, server, network, offer, decide, mend, refresh } = phone;
  const failOver = server.backUp();
  network.fateOf = ({ url }) => ({ kind: 'pass', answerDelayMs: url.pathname === feed ? 2000 : 0 });
  const refreshing = phone.phone.say({ type: 'refresh-now' });
  await clock.advance(1000);
  await decide(off1, 'key-1');
  network.fateOf = ({ url }) => ({ kind: url.pathname === feed ? 'refuse' : 'pass' });
  await clock.until(refreshing);

  failOver('failover');
  mend();
  await refresh();
  expect(await offer(off1)).toEqual(server.offer(off1));
});

test('a decision that is made and lost during a refill is shown as the server has it', async () => {
  const phone = await aPhoneWithoutFeed();
  const { clock, server, network, offer, decide, mend, refresh } = phone;
  server.setFeedPage(2);
  server.expireCursors();
  const failOver = server.backUp();
  // The second page is in flight while the decision gets its response, and is read after the failover.
  let pages = 0;
  network.fateOf = ({ url }) => {
    if (url.pathname !== feed) return { kind: 'pass' };
    pages += 1;
    return { kind: 'pass', delayMs: pages > 2 ? 5000 : 0 };
  };
  const refreshing = phone.phone.say({ type: 'refresh-now' });
  await clock.advance(1000);
  expect(pages).toBeGreaterThan(2);
  await decide(off1, 'key-1');
  failOver('failover');
  await clock.until(refreshing);
  mend();
  await refresh();
  expect(await offer(off1)).toEqual(server.offer(off1));
});
