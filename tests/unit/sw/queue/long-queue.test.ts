import { expect, test } from 'vitest';
import { visibleCounts } from '#domain/intents/visible-actions.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { drainQueue } from '#tests/support/worker/long-queue.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone } from '../a-phone.ts';

test('sending one decision reads and broadcasts no more with a long queue than with a short one', async () => {
  const [short, long] = [12, 60];
  const offers = long;
  const [few, many] = [await drainQueue({ length: short, offers }), await drainQueue({ length: long, offers })];
  expect([few.applied, many.applied]).toEqual([short, long]);
  const each = ({ rows, bytes }: typeof few, length: number) => ({ rows: rows / length, bytes: bytes / length });
  const [ofFew, ofMany] = [each(few, short), each(many, long)];
  expect(ofMany.rows).toBeLessThanOrEqual(ofFew.rows * 1.1);
  expect(ofMany.bytes).toBeLessThanOrEqual(ofFew.bytes * 1.5);
  // Without a limit, each message would contain 30 actions of the long queue on average.
  expect(ofMany.bytes).toBeLessThan(60_000);
});

test('a status lists the first few of a long queue with the total, and all on request', async () => {
  const { cut, decide, clock, phone } = await aPhone({ offers: 14 });
  cut();
  const keys = Array.from({ length: 14 }, () => aKey());
  for (const [i, key] of keys.entries()) await decide(offerIdOf(i + 1), key);
  const statusOf = async (listed?: number) => {
    const reply = await clock.until(phone.say({ type: 'get-status', listed }));
    if (!reply.ok || !reply.status) throw new Error('No status');
    return reply.status;
  };
  const status = await statusOf();
  expect(status.actions.map(({ actionId }) => actionId)).toEqual(keys.slice(0, 10));
  expect(visibleCounts(status)).toMatchObject({ attention: 0, waiting: 14 });
  expect((await statusOf(100)).actions.map(({ actionId }) => actionId)).toEqual(keys);
});

test('another worker’s changes to the queue are seen at once, although rows are cached in memory', async () => {
  const { cut, decide, clock, phone, queue } = await aPhone();
  cut();
  const [first, second] = [aKey(), aKey()];
  await decide(offerIdOf(1), first);
  expect(await queue()).toHaveLength(1);
  const stopOlder = phone.takeOver();
  await decide(offerIdOf(2), second);
  expect((await queue()).map(({ actionId }) => actionId)).toEqual([first, second]);
  await clock.until(phone.say({ type: 'undo', actionId: first }));
  expect((await queue()).map(({ actionId }) => actionId)).toEqual([second]);
  stopOlder();
});
