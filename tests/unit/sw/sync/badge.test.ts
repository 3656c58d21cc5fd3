import { expect, test } from 'vitest';
import { aKey, pageOf } from '#tests/support/worker/fake-phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1, off2, off3 } from '../a-phone.ts';

test('the badge shows the brand’s pending reviews after the first sync', async () => {
  const { badges } = await aPhone();
  expect(badges.at(-1)).toBe(3);
});

test('a new submission from a sync is counted, and a removed one isn’t', async () => {
  const { badges, server, live } = await aPhone();
  server.addOffer(brandId, offerIdOf(4));
  await live(62_000);
  expect(badges.at(-1)).toBe(4);
  server.remove(off2);
  await live(62_000);
  expect(badges.at(-1)).toBe(3);
});

test('a decision queued offline lowers the badge at once, and its undo raises it again', async () => {
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

test('a sent decision stays subtracted, even before a sync has fetched its offer', async () => {
  const { badges, decide, clock } = await aPhone();
  await decide(off1, aKey(), 'reject');
  await clock.advance(100);
  expect(badges.at(-1)).toBe(2);
});

test('a submission whose decision the server refused counts again', async () => {
  const { badges, server, decide, cut, mend, live } = await aPhone();
  cut();
  await decide(off1, aKey());
  server.resubmit(off1);
  mend();
  await live(6000);
  expect(badges.at(-1)).toBe(3);
});

test('an offer invalidated under review doesn’t count', async () => {
  const { badges, server, live } = await aPhone();
  server.offer(off3).invalidationType = 'ADMIN_INVALIDATED';
  server.resubmit(off3);
  await live(62_000);
  expect(badges.at(-1)).toBe(2);
});

test('logging out clears the badge, as does the login of a brand without pending reviews', async () => {
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

test('the badge is set once per sync without changes, even if pages make requests in between', async () => {
  const { badges, page, clock } = await aPhone();
  const before = badges.length;
  for (let i = 0; i < 20; i += 1) await clock.until(page.beat());
  await clock.advance(1000);
  expect(badges.length).toBe(before);
});
