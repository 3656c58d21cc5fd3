import { expect, test } from 'vitest';
import { acceptEvidence, type Offer } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { readCopy } from '#sw/copy/copy-read.ts';
import { readEntity } from '#sw/copy/records/entities.ts';
import { offerKind } from '#sw/copy/records/offers.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1, off2 } from '../a-phone.ts';

type Phone = Awaited<ReturnType<typeof aPhone>>;

const stored = async ({ clock, copy }: Phone, id = off1): Promise<Offer | undefined> =>
  (await clock.until(readCopy(copy, brandId, (read) => readEntity(read, offerKind, id))))?.value;

/** Delays responses to decisions; the server acts at once. */
function delayDecisions({ network }: Phone): void {
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'pass', answerDelayMs: 2000 } : { kind: 'pass' });
}

/**
 * The creator submits again and the phone fetches it; then the network is cut, and only requests in flight get
 * responses.
 */
async function learnOfAnother({ clock, server, page, cut }: Phone): Promise<void> {
  server.resubmit(off1);
  await clock.until(page.read(`/brand/v1.0/offers/${off1}`, { 'Cache-Control': 'no-cache' }));
  cut();
}

test('a late 412 doesn’t revert the copy to the server’s earlier version', async () => {
  const phone = await aPhone();
  const seen = await phone.offer(off1);
  delayDecisions(phone);
  await phone.clock.advance(1000);
  phone.server.resubmit(off1);
  const deciding = phone.page.decide(seen, aKey());
  await phone.clock.advance(500);
  await learnOfAnother(phone);
  expect((await phone.clock.until(deciding)).status).toBe(412);
  expect(await stored(phone)).toEqual(phone.server.offer(off1));
});

test('a decision’s late receipt doesn’t revert the copy, even if the server’s clock hasn’t advanced', async () => {
  const phone = await aPhone();
  const seen = await phone.offer(off1);
  delayDecisions(phone);
  const deciding = phone.page.decide(seen, aKey(), 'reject');
  await phone.clock.settle();
  await learnOfAnother(phone);
  expect((await phone.clock.until(deciding)).status).toBe(200);
  expect(await stored(phone)).toEqual(phone.server.offer(off1));
});

test('a late response to a change that the worker only passes on doesn’t revert the copy', async () => {
  const phone = await aPhone();
  const seen = await phone.offer(off1);
  delayDecisions(phone);
  // Without the contract's key the worker can't queue it, so it only passes it through.
  const sending = phone.phone.fetch(pathOf(acceptEvidence, { id: off1 }), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${phone.session.accessToken}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'none',
      'If-Match': `"${seen.currentStage.fulfillment?.id}"`,
    },
    body: '{}',
  });
  await phone.clock.advance(500);
  await learnOfAnother(phone);
  expect((await phone.clock.until(sending)).status).toBe(200);
  expect(await stored(phone)).toEqual(phone.server.offer(off1));
});

test.each([
  ['at once', 0],
  // By then a copy no longer attributes an older record to a lagging replica.
  ['minutes later', 120_000],
])(
  'a replayed response that arrives %s, from before the creator’s resubmission, changes nothing in the copy',
  async (_, laterMs) => {
    const phone = await aPhone();
    const seen = await phone.offer(off1);
    phone.network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'lose-answer' } : { kind: 'pass' });
    const deciding = phone.page.decide(seen, aKey(), 'reject');
    await phone.clock.settle();
    await learnOfAnother(phone);
    await phone.clock.advance(laterMs);
    phone.network.fateOf = ({ method, url }) =>
      method === 'POST' || url.pathname === '/health' ? { kind: 'pass' } : { kind: 'refuse' };
    await phone.clock.until(deciding);
    await phone.live(4000);
    expect(await phone.queue()).toEqual([]);
    expect(await stored(phone)).toEqual(phone.server.offer(off1));
  },
);

test('the latest response is stored, whichever request it is for', async () => {
  const phone = await aPhone();
  const seen = await phone.offer(off1);
  await phone.clock.advance(1000);
  phone.server.resubmit(off1);
  phone.network.fateOf = ({ method, url }) =>
    method === 'POST' || url.pathname === '/health' ? { kind: 'pass' } : { kind: 'refuse' };
  expect((await phone.decide(off2, aKey())).status).toBe(200);
  expect((await phone.clock.until(phone.page.decide(seen, aKey()))).status).toBe(412);
  expect([await stored(phone, off1), await stored(phone, off2)]).toEqual([
    phone.server.offer(off1),
    phone.server.offer(off2),
  ]);
});

test('a record that arrived while the lists were walked isn’t removed', async () => {
  const phone = await aPhone();
  const { server, clock, page, network } = phone;
  server.setFeed('none');
  network.fateOf = ({ url }) =>
    url.pathname === '/brand/v1.0/offers' ? { kind: 'pass', answerDelayMs: 2000 } : { kind: 'pass' };
  const walking = phone.phone.say({ type: 'refresh-now' });
  await clock.advance(500);
  const newest = offerIdOf(4);
  server.addOffer(brandId, newest);
  await clock.until(page.read(`/brand/v1.0/offers/${newest}`));
  await clock.until(walking);
  expect(await stored(phone, newest)).toEqual(server.offer(newest));
});
