import { expect, test } from 'vitest';
import { aKey, pageOf } from '#tests/support/worker/fake-phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1, off2, off3 } from '../a-phone.ts';

test('the badge holds what waits for the brand once a sync has told it', async () => {
  const { badges } = await aPhone();
  expect(badges.at(-1)).toBe(3);
});

test('a new submission that a sync brings is counted, and one that is gone is not', async () => {
  const { badges, server, live } = await aPhone();
  server.addOffer(brandId, offerIdOf(4));
  await live(62_000);
  expect(badges.at(-1)).toBe(4);
  server.remove(off2);
  await live(62_000);
  expect(badges.at(-1)).toBe(3);
});

test('a decision that waits for a network is taken off at once, and its Undo puts it on again', async () => {
  const { badges, phone, decide, cut, clock } = await aPhone();
  cut();
  const key = aKey();
  await decide(off1, key);
  await clock.advance(100);
  expect(badges.at(-1)).toBe(2);
  expect(await clock.until(phone.say({ type: 'undo', actionId: key }))).toMatchObject({ ok: true });
  await clock.advance(100);
  expect(badges.at(-1)).toBe(3);
});

test('a decision that was sent stays off, also before a sync has brought its offer', async () => {
  const { badges, decide, clock } = await aPhone();
  await decide(off1, aKey(), 'reject');
  await clock.advance(100);
  expect(badges.at(-1)).toBe(2);
});

test('a decision that the server refused leaves its submission waiting', async () => {
  const { badges, server, decide, cut, mend, live } = await aPhone();
  cut();
  await decide(off1, aKey());
  server.resubmit(off1);
  mend();
  await live(6000);
  expect(badges.at(-1)).toBe(3);
});

test('an offer that was invalidated under review waits for nobody', async () => {
  const { badges, server, live } = await aPhone();
  server.offer(off3).invalidationType = 'ADMIN_INVALIDATED';
  server.resubmit(off3);
  await live(62_000);
  expect(badges.at(-1)).toBe(2);
});

test('logging out clears it, and so does the login of a brand for which nothing waits', async () => {
  const { badges, phone, clock, server } = await aPhone();
  await clock.until(phone.say({ type: 'wipe', brandId }));
  await clock.advance(100);
  expect(badges.at(-1)).toBe(0);
  await clock.until(pageOf(phone, server.logIn(brandId)).open());
  await clock.advance(2000);
  expect(badges.at(-1)).toBe(3);
  await clock.until(pageOf(phone, server.logIn('brd_2')).open());
  await clock.advance(2000);
  expect(badges.at(-1)).toBe(0);
});

test('with nothing new it is set once a sync, whatever the pages do meanwhile', async () => {
  const { badges, page, clock } = await aPhone();
  const before = badges.length;
  for (let i = 0; i < 20; i += 1) await clock.until(page.beat());
  await clock.advance(1000);
  expect(badges.length).toBe(before);
});
