import { expect, test } from 'vitest';
import { portal } from '../../support/worker/fake-network.ts';
import { aKey } from '../../support/worker/fake-phone.ts';
import { aPhone, off1, off2 } from './a-phone.ts';

test('a decision is sent at once where the server answers', async () => {
  const { decide, server, queue, offer, reported } = await aPhone();
  const key = aKey();
  expect(await decide(off1, key)).toMatchObject({ status: 200, body: { id: off1 } });
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([key]);
  expect(await queue()).toEqual([]);
  expect((await offer(off1)).currentStage.type).toBe('SUBMIT_EVIDENCE');
  expect(reported).toEqual([]);
});

test('without a network it is kept, shown on the offer, and sent when there is one again', async () => {
  const { decide, cut, mend, live, offer, server, queue, settled } = await aPhone();
  const key = aKey();
  cut();
  expect(await decide(off1, key, 'reject')).toEqual({ status: 202, body: { queued: true, actionId: key } });
  expect((await offer(off1)).pendingAction).toMatchObject({ actionId: key, kind: 'request-changes', state: 'waiting' });
  await live(10_000);
  expect(server.applied).toEqual([]);
  mend();
  await live(4000);
  expect(server.applied).toMatchObject([{ actionId: key, offerId: off1, decision: 'reject' }]);
  expect(await queue()).toEqual([]);
  expect((await offer(off1)).pendingAction).toBeUndefined();
  expect(settled()).toEqual([`sent ${key}`]);
});

test('what the server has done without being heard is sent again under its key, and done once', async () => {
  const { decide, network, live, mend, server, queue } = await aPhone();
  const key = aKey();
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'lose-answer' } : { kind: 'pass' });
  expect((await decide(off1, key)).status).toBe(202);
  mend();
  await live(4000);
  expect(server.applied).toHaveLength(1);
  expect(new Set(server.heard.map(({ actionId }) => actionId))).toEqual(new Set([key]));
  expect(server.heard.length).toBeGreaterThan(1);
  expect(await queue()).toEqual([]);
});

test('it is on the disk before the server hears of it, also when nothing answers any more', async () => {
  const { phone, clock, page, offer, network, queue, mend, live, server } = await aPhone();
  const key = aKey();
  const seen = await offer(off1);
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'hang' } : { kind: 'pass' });
  void page.decide(seen, key).catch(() => undefined);
  await clock.advance(500);
  phone.stop();
  expect(await queue()).toMatchObject([{ actionId: key, state: 'waiting' }]);
  mend();
  await live(6000);
  expect(server.applied).toHaveLength(1);
});

test('a portal’s page is neither an answer nor a network', async () => {
  const { decide, network, live, mend, offer, server, phone, clock } = await aPhone();
  const key = aKey();
  network.fateOf = () => portal;
  expect((await decide(off1, key)).status).toBe(202);
  await live(4000);
  const reply = await clock.until(phone.say({ type: 'get-status' }));
  expect(reply).toMatchObject({ ok: true, status: { online: false, actions: [{ actionId: key, state: 'waiting' }] } });
  expect((await offer(off1)).currentStage.type).toBe('AWAITING_EVIDENCE_CLEARANCE');
  mend();
  await live(4000);
  expect(server.applied).toHaveLength(1);
});

test('an offer that has moved on parks it with both sides, and the next lane goes on', async () => {
  const { decide, cut, mend, live, server, queue, settled } = await aPhone();
  const [stale, good] = [aKey(), aKey()];
  cut();
  await decide(off1, stale);
  await decide(off2, good);
  server.resubmit(off1);
  mend();
  await live(4000);
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([good]);
  const [parked] = await queue();
  expect(parked).toMatchObject({
    actionId: stale,
    state: 'attention',
    attention: { code: 'offer_changed', status: 412 },
  });
  expect(parked?.attention?.offerNow).toEqual(server.offer(off1));
  expect(parked?.offerSeen.currentStage.fulfillment?.id).toBe(parked?.fulfillmentId);
  expect(settled()).toEqual([`attention ${stale}`, `sent ${good}`]);
});

test('a page that repeats what has been done hears its result, and nothing is sent again', async () => {
  const { decide, clock, page, offer, server } = await aPhone();
  const key = aKey();
  const seen = await offer(off1);
  const first = await decide(off1, key);
  const again = await clock.until(page.decide(seen, key));
  expect(again).toEqual(first);
  expect(server.heard).toHaveLength(1);
});

test('a page that repeats what was refused hears why, not that it waits', async () => {
  const { clock, page, offer, server } = await aPhone();
  const key = aKey();
  const seen = await offer(off1);
  server.resubmit(off1);
  const first = await clock.until(page.decide(seen, key));
  expect(first).toMatchObject({ status: 412, body: { code: 'offer_changed', offer: { id: off1 } } });
  expect(await clock.until(page.decide(seen, key))).toEqual(first);
});

test('a decision is not kept waiting by another one’s pause', async () => {
  const { decide, network, clock } = await aPhone();
  const slow = aKey();
  const busy = { kind: 'answer', status: 409, headers: { 'Retry-After': '3' } } as const;
  const body = JSON.stringify({ code: 'idempotency_in_progress', message: 'Still being done' });
  network.fateOf = ({ headers }) => (headers.get('Idempotency-Key') === slow ? { ...busy, body } : { kind: 'pass' });
  expect((await decide(off1, slow)).status).toBe(202);
  const startedAt = clock.now();
  expect((await decide(off2, aKey())).status).toBe(200);
  expect(clock.now() - startedAt).toBeLessThan(100);
});
