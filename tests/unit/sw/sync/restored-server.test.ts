import { expect, test } from 'vitest';
import { aPhone, off1 } from '../a-phone.ts';

test('a restored server’s data is accepted at once, even for records that the phone has just received', async () => {
  const { phone, server, clock, offer, live } = await aPhone();
  const restore = server.backUp();
  const before = await offer(off1);
  await clock.advance(60_000);
  server.resubmit(off1);
  await clock.until(phone.say({ type: 'refresh-now' }));
  const lost = await offer(off1);
  expect(lost.currentStage.fulfillment?.id).not.toBe(before.currentStage.fulfillment?.id);

  restore();
  await clock.until(phone.say({ type: 'refresh-now' }));
  await live(4000);
  expect((await offer(off1)).currentStage.fulfillment?.id).toBe(before.currentStage.fulfillment?.id);
});
