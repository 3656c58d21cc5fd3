import { expect, test } from 'vitest';
import { rejectEvidence } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import { portal } from '#tests/support/worker/fake-network.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { aPhone, off1, off2 } from '../a-phone.ts';

test('a decision is sent at once if the server responds', async () => {
  const { decide, server, queue, offer, reported } = await aPhone();
  const key = aKey();
  expect(await decide(off1, key)).toMatchObject({ status: 200, body: { id: off1 } });
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([key]);
  expect(await queue()).toEqual([]);
  expect((await offer(off1)).currentStage.type).toBe('SUBMIT_EVIDENCE');
  expect(reported).toEqual([]);
});

test('a decision made offline is queued, overlaid on the offer, and sent when the network returns', async () => {
  const { decide, cut, mend, live, offer, server, queue, settled } = await aPhone();
  const key = aKey();
  cut();
  const body = { queued: true, actionId: key, mayHaveArrived: false };
  expect(await decide(off1, key, 'reject')).toEqual({ status: 202, body });
  const { pendingAction } = await offer(off1);
  expect(pendingAction).toMatchObject({ actionId: key, kind: 'request-changes', state: 'waiting' });
  expect(pendingAction).not.toHaveProperty('mayHaveArrived');
  await live(10_000);
  expect(server.applied).toEqual([]);
  mend();
  await live(4000);
  expect(server.applied).toMatchObject([{ actionId: key, offerId: off1, decision: 'reject' }]);
  expect(await queue()).toEqual([]);
  expect((await offer(off1)).pendingAction).toBeUndefined();
  expect(settled()).toEqual([`sent ${key}`]);
});

test('several remarks on one template are queued with their seconds, and sent unchanged', async () => {
  const { cut, mend, live, clock, page, offer, queue, network } = await aPhone();
  const sent = { method: rejectEvidence.method, path: pathOf(rejectEvidence, { id: off1 }) };
  const notes = [
    { note: 'Your hand covers it.', atSeconds: 4 },
    { note: 'And here.', atSeconds: 12 },
  ];
  const requestedChanges = notes.map((variables) => ({ templateName: 'CUSTOM', variables }));
  const ifMatch = (await offer(off1)).currentStage.fulfillment?.id ?? '';
  cut();
  const kept = await clock.until(page.act({ ...sent, ifMatch, body: { requestedChanges } }, aKey()));
  expect(kept.status).toBe(202);
  expect(await queue()).toMatchObject([{ kind: 'request-changes', payload: { requestedChanges } }]);
  const bodies: string[] = [];
  mend();
  const passing = network.fateOf;
  network.fateOf = (request) => {
    if (request.method === 'POST') bodies.push(request.body);
    return passing(request);
  };
  await live(4000);
  expect(bodies.map((body) => JSON.parse(body))).toContainEqual({ requestedChanges });
  expect(await queue()).toEqual([]);
});

test('a queued decision is broadcast to all pages, so that no other tab offers to decide again', async () => {
  const { decide, cut, broadcasts } = await aPhone();
  cut();
  broadcasts.length = 0;
  expect((await decide(off1, aKey())).status).toBe(202);
  expect(broadcasts).toContainEqual({ type: 'data-changed', kinds: ['offers'] });
});

test('a decision whose response was lost is sent again under its key, and applied once', async () => {
  const { decide, network, live, mend, server, queue, offer, broadcasts } = await aPhone();
  const key = aKey();
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'lose-answer' } : { kind: 'pass' });
  expect(await decide(off1, key)).toMatchObject({ status: 202, body: { mayHaveArrived: true } });
  expect((await offer(off1)).pendingAction).toMatchObject({ state: 'waiting', mayHaveArrived: true });
  const statuses = broadcasts.flatMap((message) => (message.type === 'sync-status' ? [message.status] : []));
  expect(statuses.at(-1)?.actions).toMatchObject([{ actionId: key, mayHaveArrived: true }]);
  mend();
  await live(4000);
  expect(server.applied).toHaveLength(1);
  expect(new Set(server.received.map(({ actionId }) => actionId))).toEqual(new Set([key]));
  expect(server.received.length).toBeGreaterThan(1);
  expect(await queue()).toEqual([]);
});

test('a decision is on disk before it is sent, even if the server no longer responds', async () => {
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

test('a portal’s page doesn’t count as a response or as a working network', async () => {
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

test('an offer that has changed parks the decision with both versions, and the next lane continues', async () => {
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
  expect(parked?.attention?.now?.value).toEqual(server.offer(off1));
  expect(offerIn(parked?.seen)?.currentStage.fulfillment?.id).toBe(
    parked?.kind === 'approve' ? parked.payload.fulfillmentId : null,
  );
  expect(settled()).toEqual([`attention ${stale}`, `sent ${good}`]);
});

test('a page that repeats a sent decision gets its result, and nothing is sent again', async () => {
  const { decide, clock, page, offer, server } = await aPhone();
  const key = aKey();
  const seen = await offer(off1);
  const first = await decide(off1, key);
  const again = await clock.until(page.decide(seen, key));
  expect(again).toEqual(first);
  expect(server.received).toHaveLength(1);
});

test('a page that repeats a refused decision gets the reason, not “queued”', async () => {
  const { clock, page, offer, server } = await aPhone();
  const key = aKey();
  const seen = await offer(off1);
  server.resubmit(off1);
  const first = await clock.until(page.decide(seen, key));
  expect(first).toMatchObject({ status: 412, body: { code: 'offer_changed', offer: { id: off1 } } });
  expect(await clock.until(page.decide(seen, key))).toEqual(first);
});

test('a delayed decision doesn’t delay another', async () => {
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

test('an attempt on a dead connection is abandoned once other requests succeed, however often it failed before', async () => {
  const { decide, cut, mend, live, network, clock, server, page } = await aPhone();
  const key = aKey();
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'lose-answer' } : { kind: 'pass' });
  await decide(off1, key);
  await live(8000);
  let hung = 0;
  network.fateOf = ({ method }) => {
    if (method !== 'POST') return { kind: 'pass' };
    hung += 1;
    return hung === 1 ? { kind: 'hang' } : { kind: 'pass' };
  };
  const startedAt = clock.now();
  while (hung < 2 && clock.now() - startedAt < 30_000) await live(2000);
  expect(clock.now() - startedAt).toBeLessThanOrEqual(6000);
  expect(server.applied).toHaveLength(1);
  cut();
  mend();
  expect((await clock.until(page.offer(off1))).pendingAction).toBeUndefined();
});

test('an attempt that is merely slow gets the time it needs', async () => {
  const { decide, network, live, server, queue } = await aPhone();
  network.fateOf = ({ method }) => ({ kind: 'pass', delayMs: method === 'POST' ? 9000 : 0 });
  await decide(off1, aKey());
  await live(40_000);
  expect(server.applied).toHaveLength(1);
  expect(await queue()).toEqual([]);
});

test('decisions on one offer are sent in order, each for the version seen, without delaying other offers', async () => {
  const { decide, cut, mend, live, server, clock, page, queue } = await aPhone();
  const [first, second, elsewhere] = [aKey(), aKey(), aKey()];
  const seen = await clock.until(page.offer(off1));
  cut();
  await decide(off1, first, 'reject');
  await clock.until(page.decide(seen, second));
  await decide(off2, elsewhere);
  mend();
  await live(4000);
  expect(server.received.map(({ actionId }) => actionId)).toEqual([first, elsewhere, second]);
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([first, elsewhere]);
  expect(await queue()).toMatchObject([{ actionId: second, state: 'attention', attention: { status: 412 } }]);
});

test.each([403, 404, 409, 422])('a final %i needs the user’s attention', async (status) => {
  const { decide, network, queue, settled, live, server } = await aPhone();
  const key = aKey();
  const body = JSON.stringify({ code: 'forbidden', message: 'Not any more' });
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'answer', status, body } : { kind: 'pass' });
  expect(await decide(off1, key)).toMatchObject({ status, body: { code: 'forbidden', message: 'Not any more' } });
  await live(10_000);
  expect(await queue()).toMatchObject([{ actionId: key, state: 'attention', attempts: 1, attention: { status } }]);
  expect(settled()).toEqual([`attention ${key}`]);
  expect(server.applied).toEqual([]);
});

test.each<[string, number, string, Record<string, string>]>([
  ['a failing server', 500, '{"code":"internal","message":"Sorry"}', {}],
  ['a failing gateway', 502, '<h1>Bad gateway</h1>', {}],
  ['a server that restarts', 503, '{"code":"unavailable","message":"Soon"}', { 'Retry-After': '2' }],
  ['a server that limits requests', 429, '{"code":"too_many_requests","message":"Slow"}', { 'Retry-After': '2' }],
  [
    'a first attempt that is still in progress',
    409,
    '{"code":"idempotency_in_progress","message":"Wait"}',
    { 'Retry-After': '1' },
  ],
  ['a response outside the contract', 200, '{"fine":true}', {}],
  ['a server that was too slow for its gateway', 408, '{"code":"timeout","message":"Slow"}', {}],
])('%s is retried until it succeeds', async (_, status, body, headers) => {
  const { decide, network, mend, live, server, queue, settled } = await aPhone();
  const key = aKey();
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'answer', status, body, headers } : { kind: 'pass' });
  expect((await decide(off1, key)).status).toBe(202);
  await live(6000);
  expect(await queue()).toMatchObject([{ actionId: key, state: 'waiting' }]);
  mend();
  await live(4000);
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([key]);
  expect(settled()).toEqual([`sent ${key}`]);
});

test('a server’s Retry-After holds back every decision', async () => {
  const { decide, network, live, server, clock } = await aPhone();
  const body = JSON.stringify({ code: 'too_many_requests', message: 'Slow down' });
  let tries = 0;
  network.fateOf = ({ method }) => {
    if (method !== 'POST') return { kind: 'pass' };
    tries += 1;
    return tries === 1 ? { kind: 'answer', status: 429, body, headers: { 'Retry-After': '20' } } : { kind: 'pass' };
  };
  const startedAt = clock.now();
  await decide(off1, aKey());
  await decide(off2, aKey());
  while (clock.now() - startedAt < 18_000) await live(2000);
  expect(tries).toBe(1);
  await live(6000);
  expect(server.applied).toHaveLength(2);
});

test('a probe is sent first if the browser reports offline, so the decision can still be undone', async () => {
  const { decide, network, cut, phone, clock, queue } = await aPhone();
  const key = aKey();
  // The server has just responded, so the worker wouldn't probe first otherwise.
  await decide(off2, aKey());
  network.saysOffline = true;
  cut();
  expect((await decide(off1, key)).status).toBe(202);
  expect(await queue()).toMatchObject([{ actionId: key, mayHaveArrived: false }]);
  expect(await clock.until(phone.say({ type: 'undo', actionId: key }))).toMatchObject({ ok: true });
});

test('a server that responds gets the decision even if the browser reports offline', async () => {
  const { decide, network, server } = await aPhone();
  const key = aKey();
  network.saysOffline = true;
  expect((await decide(off1, key)).status).toBe(200);
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([key]);
});

test('a page that reports "offline" triggers a probe at once', async () => {
  const { cut, mend, phone, clock } = await aPhone();
  const isOnline = () => phone.broadcasts.findLast((message) => message.type === 'sync-status')?.status.online;
  const refetch = async () => {
    await clock.until(phone.say({ type: 'page-state', visible: true, reason: 'offline' }));
    await clock.advance(10);
  };
  await refetch();
  expect(isOnline()).not.toBe(false);
  cut();
  await refetch();
  expect(isOnline()).toBe(false);
  mend();
  await refetch();
  expect(isOnline()).toBe(true);
});
