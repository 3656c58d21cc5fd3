import { expect, test } from 'vitest';
import { attentionText, canSendAgain, discardLabel } from '#app/intents/attention-text.ts';
import type { WireRequest } from '#tests/support/worker/fake-network.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1, off2 } from '../a-phone.ts';

const internal = { kind: 'answer', status: 500, body: '{"code":"internal","message":"Broken"}' } as const;
const minuteMs = 60_000;

/** A phone on which the server fails on one decision. With `acts` it applies that one before it fails. */
async function failingAtOne({ acts = false, kind = 'approve' as 'approve' | 'reject' } = {}) {
  const given = await aPhone();
  const poisoned = aKey();
  const posts: number[] = [];
  const isIt = ({ headers }: WireRequest) => headers.get('Idempotency-Key') === poisoned;
  given.network.fateOf = (request) => {
    if (!isIt(request)) return { kind: 'pass' };
    posts.push(given.clock.now());
    if (acts) given.server.serve(request);
    return internal;
  };
  await given.decide(off1, poisoned, kind);
  const say = (type: 'undo' | 'discard' | 'retry') => given.clock.until(given.phone.say({ type, actionId: poisoned }));
  return { ...given, poisoned, posts, say };
}

test('retries of a failing decision back off', async () => {
  const { posts, live, queue, poisoned } = await failingAtOne();
  await live(10 * minuteMs);
  expect(posts.length).toBeLessThanOrEqual(14);
  expect((posts.at(-1) ?? 0) - (posts.at(-2) ?? 0)).toBeGreaterThan(minuteMs);
  expect(await queue()).toMatchObject([{ actionId: poisoned, state: 'waiting' }]);
});

test('a decision needs attention after fourteen attempts if the server accepts others, and may have been applied', async () => {
  const { posts, live, decide, queue, poisoned, settled, say } = await failingAtOne();
  const other = aKey();
  await decide(off2, other);
  expect(settled()).toEqual([`sent ${other}`]);
  await live(11 * minuteMs);
  const [action] = await queue();
  expect(posts).toHaveLength(14);
  expect(action).toMatchObject({ actionId: poisoned, state: 'attention', attention: { certainty: 'unknown' } });
  expect(settled()).toEqual([`sent ${other}`, `attention ${poisoned}`]);
  if (!action?.attention) throw new Error('It needs no attention');
  const attended = { ...action, attention: action.attention };
  expect(attentionText(attended)).toEqual({
    title: 'We can’t tell whether your approval arrived',
    text: 'The server returned an error on every attempt, so the action may or may not have been applied. The offer’s status is now “Review draft”.',
  });
  expect([canSendAgain(attended), discardLabel(attended.attention)]).toEqual([true, 'Discard']);
  expect(await say('discard')).toMatchObject({ ok: true });
  expect(await queue()).toEqual([]);
});

test('a manual retry sends the decision again under its key, with a full set of attempts', async () => {
  const { posts, live, decide, queue, server, mend, poisoned, say } = await failingAtOne();
  await decide(off2, aKey());
  await live(11 * minuteMs);
  expect(await say('retry')).toMatchObject({ ok: true });
  await live(4000);
  expect(posts.length).toBeGreaterThan(15);
  expect(await queue()).toMatchObject([{ actionId: poisoned, state: 'waiting' }]);
  mend();
  await live(20_000);
  expect(server.applied.map(({ actionId }) => actionId)).toContain(poisoned);
});

test('a failing decision counts as sent if its offer shows that it was applied', async () => {
  const { live, decide, queue, poisoned, settled } = await failingAtOne({ acts: true, kind: 'reject' });
  await decide(off2, aKey());
  await live(11 * minuteMs);
  expect(await queue()).toEqual([]);
  expect(settled()).toContain(`sent ${poisoned}`);
});

test('a failing decision needs attention after an hour if there is no other to compare with', async () => {
  const { live, queue, posts } = await failingAtOne();
  await live(55 * minuteMs, 10_000);
  expect(await queue()).toMatchObject([{ state: 'waiting' }]);
  await live(12 * minuteMs, 10_000);
  expect(await queue()).toMatchObject([{ state: 'attention' }]);
  expect(posts.length).toBeLessThan(30);
});

test('a server-wide failure parks no decision, and sending resumes at once when the server recovers', async () => {
  const { decide, network, live, queue, mend, server } = await aPhone({ offers: 3 });
  network.fateOf = ({ method }) => (method === 'POST' ? internal : { kind: 'pass' });
  const keys = [1, 2, 3].map(() => aKey());
  for (const [i, key] of keys.entries()) await decide(offerIdOf(i + 1), key);
  await live(90 * minuteMs, 5000);
  expect((await queue()).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
  mend();
  await live(5000, 500);
  expect(server.applied.map(({ brandId: of }) => of)).toEqual([brandId, brandId, brandId]);
});

test('a failing decision delays no other, and “Send now” doesn’t wait for its backoff', async () => {
  const { live, decide, server, posts, clock, phone } = await failingAtOne();
  await live(4 * minuteMs);
  const key = aKey();
  expect((await decide(off2, key)).status).toBe(200);
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([key]);
  const before = posts.length;
  await clock.until(phone.say({ type: 'send-now' }));
  expect(posts.length).toBe(before + 1);
});

test('a decision on the same offer is sent only after the failing one', async () => {
  const { live, decide, server, queue } = await failingAtOne();
  await decide(off1, aKey(), 'reject');
  await live(minuteMs);
  expect(server.received).toEqual([]);
  expect(await queue()).toHaveLength(2);
});
