import { expect, test } from 'vitest';
import { aKey, pageOf } from '#tests/support/worker/fake-phone.ts';
import { aPhone, off1, off2 } from '../a-phone.ts';

const holdMs = 6000;

test('a held decision gets a response at once with the end of its hold, and is sent then', async () => {
  const { decide, server, offer, clock, queue, settled } = await aPhone();
  const key = aKey();
  const heldUntil = new Date(clock.now() + holdMs).toISOString();
  const answer = await decide(off1, key, 'approve', holdMs);
  expect(answer).toMatchObject({ status: 202, body: { queued: true, actionId: key, mayHaveArrived: false } });
  const { pendingAction } = await offer(off1);
  expect(Date.parse(pendingAction?.heldUntil ?? '') - Date.parse(heldUntil)).toBeLessThan(500);
  await clock.advance(holdMs - 1000);
  expect(server.received).toEqual([]);
  // No page sends a beat: the worker itself ends the hold.
  await clock.advance(1500);
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([key]);
  expect(await queue()).toEqual([]);
  expect(settled()).toEqual([`sent ${key}`]);
});

test('a decision undone during its hold never reaches the server, even if beats arrive', async () => {
  const { decide, server, phone, clock, live, offer } = await aPhone();
  const key = aKey();
  await decide(off1, key, 'approve', holdMs);
  await live(4000);
  expect(await clock.until(phone.say({ type: 'undo', actionId: key }))).toMatchObject({ ok: true });
  await live(10_000);
  expect(server.received).toEqual([]);
  expect((await offer(off1)).pendingAction).toBeUndefined();
});

test('a hold delays only its own offer', async () => {
  const { decide, server } = await aPhone();
  const [held, other] = [aKey(), aKey()];
  await decide(off1, held, 'approve', holdMs);
  expect(await decide(off2, other)).toMatchObject({ status: 200 });
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([other]);
});

test('leaving the app ends the hold', async () => {
  const { decide, server, phone, clock } = await aPhone();
  const key = aKey();
  await decide(off1, key, 'approve', 30_000);
  await clock.until(phone.say({ type: 'page-state', visible: false, reason: 'hidden' }));
  await clock.advance(1000);
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([key]);
});

test('a decision made after another was undone is held again', async () => {
  const { decide, server, phone, clock } = await aPhone();
  await clock.until(phone.say({ type: 'page-state', visible: false, reason: 'hidden' }));
  await clock.advance(1000);
  await decide(off1, aKey(), 'approve', holdMs);
  await clock.advance(holdMs - 1000);
  expect(server.received).toEqual([]);
});

test('a hold survives a killed worker, and the next one sends under the same key when it ends', async () => {
  const { decide, server, phone, session, clock } = await aPhone();
  const key = aKey();
  await decide(off1, key, 'approve', holdMs);
  phone.stop();
  await clock.advance(2000);
  const page = pageOf(phone, session);
  await clock.until(page.open());
  await clock.advance(1000);
  expect(server.received).toEqual([]);
  await clock.advance(holdMs);
  await clock.until(page.beat());
  await clock.advance(500);
  expect(server.received.map(({ actionId }) => actionId)).toEqual([key]);
});

test('the status counts held decisions separately, since none of them waits for a network', async () => {
  const { decide, broadcasts, clock } = await aPhone();
  await decide(off1, aKey(), 'approve', holdMs);
  await clock.advance(100);
  const statuses = broadcasts.flatMap((message) => (message.type === 'sync-status' ? [message.status] : []));
  expect(statuses.at(-1)).toMatchObject({ counts: { waiting: 1, held: 1 }, sending: null });
});

test('“Send now” ends a hold', async () => {
  const { decide, server, phone, clock } = await aPhone();
  await decide(off1, aKey(), 'approve', 30_000);
  await clock.until(phone.say({ type: 'send-now' }));
  expect(server.applied).toHaveLength(1);
});

test('a hold lasts at most half a minute, and an invalid number means none', async () => {
  const { decide, offer, clock } = await aPhone();
  await decide(off1, aKey(), 'approve', 600_000);
  const end = Date.parse((await offer(off1)).pendingAction?.heldUntil ?? '');
  expect(end - clock.now()).toBeLessThanOrEqual(30_000);
  expect((await decide(off2, aKey(), 'approve', Number.NaN)).status).toBe(200);
});
