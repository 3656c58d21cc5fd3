import { expect, test } from 'vitest';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1, off2 } from '../a-phone.ts';

test('a decision can be undone until it is sent', async () => {
  const { phone, clock, decide, cut, mend, live, offer, queue, server, settled } = await aPhone();
  const [undone, kept] = [aKey(), aKey()];
  cut();
  await decide(off1, undone);
  await decide(off2, kept);
  expect(await clock.until(phone.say({ type: 'undo', actionId: undone }))).toMatchObject({
    ok: true,
    status: { actions: [{ actionId: kept }] },
  });
  expect((await offer(off1)).pendingAction).toBeUndefined();
  mend();
  await live(4000);
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([kept]);
  expect(settled()).toEqual([`undone ${undone}`, `sent ${kept}`]);
  expect(await queue()).toEqual([]);
});

test('a decision that may have arrived can’t be undone, since the undo couldn’t be guaranteed', async () => {
  const { phone, clock, decide, network, queue } = await aPhone();
  const key = aKey();
  network.fateOf = ({ url }) => (url.pathname === '/health' ? { kind: 'pass' } : { kind: 'lose-answer' });
  await decide(off1, key);
  const reply = await clock.until(phone.say({ type: 'undo', actionId: key }));
  expect(reply).toEqual({
    ok: false,
    message: 'The action was already sent and may have been applied.',
    isTooLate: true,
  });
  expect(await queue()).toMatchObject([{ actionId: key, mayHaveArrived: true }]);
});

test('a decision can be undone again once the server has responded that it did nothing', async () => {
  const { phone, clock, decide, network } = await aPhone();
  const key = aKey();
  const body = JSON.stringify({ code: 'too_many_requests', message: 'Too many' });
  network.fateOf = ({ method }) =>
    method === 'POST' ? { kind: 'answer', status: 429, body, headers: { 'Retry-After': '60' } } : { kind: 'pass' };
  expect((await decide(off1, key)).status).toBe(202);
  expect(await clock.until(phone.say({ type: 'undo', actionId: key }))).toMatchObject({ ok: true });
});

test('a decision that needs attention is sent again under its key, or discarded', async () => {
  const { phone, clock, decide, cut, mend, live, server, queue, settled } = await aPhone();
  const [again, never] = [aKey(), aKey()];
  cut();
  await decide(off1, again);
  await decide(off2, never);
  const seen = server.offer(off1);
  server.resubmit(off1);
  server.resubmit(off2);
  mend();
  await live(4000);
  expect((await queue()).map(({ state }) => state)).toEqual(['attention', 'attention']);
  expect(await clock.until(phone.say({ type: 'discard', actionId: never }))).toMatchObject({ ok: true });
  expect(await clock.until(phone.say({ type: 'retry', actionId: again }))).toMatchObject({ ok: true });
  await live(4000);
  expect((await queue()).map(({ actionId, state }) => [actionId, state])).toEqual([[again, 'attention']]);
  const tries = server.received.filter(({ actionId }) => actionId === again);
  expect(tries.length).toBeGreaterThan(1);
  expect(server.applied).toEqual([]);
  expect(seen.currentStage.fulfillment?.id).not.toBe(server.offer(off1).currentStage.fulfillment?.id);
  expect(settled()).toEqual([`attention ${again}`, `attention ${never}`, `discarded ${never}`, `attention ${again}`]);
});

test('an unknown action, or another brand’s, is refused with a message', async () => {
  const { phone, clock } = await aPhone();
  for (const type of ['undo', 'retry', 'discard'] as const) {
    const reply = await clock.until(phone.say({ type, actionId: 'act_none' }));
    expect(reply).toEqual({ ok: false, message: 'The action has already been sent or removed.', isTooLate: true });
  }
  await clock.until(phone.say({ type: 'session', session: null }));
  const reply = await clock.until(phone.say({ type: 'undo', actionId: 'act_none' }));
  expect(reply).toEqual({ ok: false, message: 'Log in first.' });
});

test('everything pending is sent before the reply to "send now"', async () => {
  const { phone, clock, decide, cut, mend, server } = await aPhone();
  cut();
  await decide(off1, aKey());
  await decide(off2, aKey());
  mend();
  await clock.advance(2000);
  const reply = await clock.until(phone.say({ type: 'send-now' }));
  expect(reply).toMatchObject({ ok: true, status: { actions: [] } });
  expect(server.applied).toHaveLength(2);
});

test.each(['start', 'visible', 'online', 'beat'] as const)(
  'a page that reports "%s" starts sending pending decisions',
  async (reason) => {
    const { phone, clock, decide, cut, mend, server } = await aPhone();
    cut();
    await decide(off1, aKey());
    await clock.advance(5000);
    mend();
    await clock.until(phone.say({ type: 'page-state', visible: true, reason }));
    await clock.advance(1000);
    expect(server.applied).toHaveLength(1);
  },
);

test('pending decisions are sent on any response after a failure, and on the browser’s own sync event', async () => {
  const { clock, page, decide, cut, mend, server, phone } = await aPhone();
  cut();
  await decide(off1, aKey());
  await clock.advance(5000);
  mend();
  await clock.until(page.read('/brand/v1.0/tags', { 'Cache-Control': 'no-cache' }));
  await clock.advance(1000);
  expect(server.applied).toHaveLength(1);

  cut();
  await decide(off2, aKey());
  expect(phone.counts.syncsRegistered).toBe(2);
  await expect(clock.until(phone.sync())).rejects.toThrow('still wait');
  phone.stop();
  mend();
  await clock.until(phone.sync());
  expect(server.applied).toHaveLength(2);
});

test('another background sync is registered when a page starts, and while decisions are pending', async () => {
  const { phone, clock, decide, cut, live, page } = await aPhone();
  cut();
  await decide(off1, aKey());
  expect(phone.counts.syncsRegistered).toBe(1);
  await live(20_000);
  expect(phone.counts.syncsRegistered).toBe(1);
  await live(20_000);
  expect(phone.counts.syncsRegistered).toBe(2);
  phone.stop();
  await clock.until(page.open());
  await clock.advance(1000);
  expect(phone.counts.syncsRegistered).toBe(3);
  // The browser's own sync has failed, and the browser may not retry it.
  await expect(clock.until(phone.sync())).rejects.toThrow('still wait');
  expect(phone.counts.syncsRegistered).toBe(4);
});

test('no background sync is registered with an empty queue', async () => {
  const { phone, clock, page, live } = await aPhone();
  phone.stop();
  await clock.until(page.open());
  await live(60_000);
  expect(phone.counts.syncsRegistered).toBe(0);
});

test('a decision that a stopped worker was sending is shown as pending', async () => {
  const { phone, clock, page, offer, network } = await aPhone();
  const seen = await offer(off1);
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'hang' } : { kind: 'pass' });
  void page.decide(seen, aKey()).catch(() => undefined);
  await clock.advance(1000);
  expect((await offer(off1)).pendingAction?.state).toBe('sending');
  phone.stop();
  network.fateOf = () => ({ kind: 'refuse' });
  await clock.advance(60_000);
  expect((await offer(off1)).pendingAction?.state).toBe('waiting');
  const reply = await clock.until(phone.say({ type: 'get-status' }));
  expect(reply).toMatchObject({ ok: true, status: { actions: [{ state: 'waiting' }] } });
});

test.each([86_400_000, 600_000])('a clock set back by %i ms delays no decision', async (ms) => {
  const { phone, clock, decide, network, mend, live, server } = await aPhone();
  network.fateOf = ({ method }) =>
    method === 'POST'
      ? { kind: 'answer', status: 503, body: 'busy', headers: { 'Retry-After': '2' } }
      : { kind: 'pass' };
  await decide(off1, aKey());
  phone.stop();
  clock.jump(-ms);
  mend();
  await live(2000);
  expect(server.applied).toHaveLength(1);
});

test('pending decisions are sent when the network returns, even if the clock was set back during a request', async () => {
  const { clock, decide, network, mend, live, server } = await aPhone();
  network.fateOf = () => ({ kind: 'hang' });
  await decide(off1, aKey());
  clock.jump(-3_600_000);
  mend();
  await live(4000);
  expect(server.applied).toHaveLength(1);
});

test('the status has the queue, the age of the copy, and whether the server responds', async () => {
  const { phone, clock, cut, decide, live } = await aPhone();
  const read = async () => {
    const reply = await clock.until(phone.say({ type: 'get-status' }));
    return reply.ok ? reply.status : null;
  };
  const quiet = await read();
  expect(quiet).toMatchObject({ online: true, complete: true, refreshing: false, sessionExpired: false, actions: [] });
  expect(quiet?.syncedAt).not.toBeNull();
  cut();
  const key = aKey();
  await decide(off1, key);
  await live(20_000);
  expect(await read()).toMatchObject({
    online: false,
    syncedAt: quiet?.syncedAt,
    sending: null,
    actions: [{ actionId: key, brandId, payload: { offerId: off1 }, attempts: 0, state: 'waiting', attention: null }],
  });
});

test('pages are notified of the sending progress and its end', async () => {
  const { phone, clock, network, decide, cut, live, server } = await aPhone({ offers: 5 });
  cut();
  for (let n = 1; n <= 5; n += 1) await decide(offerIdOf(n), aKey());
  phone.broadcasts.length = 0;
  network.fateOf = () => ({ kind: 'pass', delayMs: 1000 });
  await live(1500, 500);
  const statuses = () =>
    phone.broadcasts.flatMap((message) => (message.type === 'sync-status' ? [message.status] : []));
  while (server.applied.length < 5) await clock.advance(100);
  await clock.advance(100);
  expect(statuses().map((status) => status.sending)).toEqual(
    expect.arrayContaining([
      { done: 0, total: 5 },
      { done: 3, total: 5 },
    ]),
  );
  expect(statuses().at(-1)).toMatchObject({ sending: null, actions: [] });
});
