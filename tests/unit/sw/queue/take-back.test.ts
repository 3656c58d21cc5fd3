import { expect, test } from 'vitest';
import { type Offer, takeBackApproval } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { aPhone, brandId, off1 } from '../a-phone.ts';

/** A phone that shows an offer whose draft has just been approved. */
async function afterApproval() {
  const given = await aPhone({ offers: 1 });
  const { clock, page, decide, offer } = given;
  const approval = aKey();
  await decide(off1, approval);
  const approved = await offer(off1);
  return {
    ...given,
    approved,
    takeBack(key: string, seen: Offer = approved) {
      const ifMatch = seen.currentStage.fulfillment?.id ?? '';
      const path = pathOf(takeBackApproval, { id: off1 });
      return clock.until(page.act({ method: takeBackApproval.method, path, ifMatch, body: {} }, key));
    },
  };
}

test('an approval is taken back at once if there is a network', async () => {
  const { takeBack, approved, offer, queue } = await afterApproval();
  expect(approved).toMatchObject({ canTakeBack: true, currentStage: { type: 'SUBMIT_EVIDENCE' } });
  expect((await takeBack(aKey())).status).toBe(200);
  expect((await offer(off1)).currentStage.type).toBe('AWAITING_EVIDENCE_CLEARANCE');
  expect(await offer(off1)).not.toHaveProperty('canTakeBack');
  expect(await queue()).toEqual([]);
});

test('a take-back made offline is queued in the offer’s lane, shown on the offer, and arrives once', async () => {
  const { takeBack, approved, offer, queue, cut, mend, live, server, settled } = await afterApproval();
  const key = aKey();
  cut();
  expect(await takeBack(key)).toMatchObject({ status: 202, body: { queued: true, actionId: key } });
  const pendingAction = { actionId: key, kind: 'take-back', state: 'waiting' };
  expect(await offer(off1)).toMatchObject({ currentStage: approved.currentStage, pendingAction });
  expect(await queue()).toMatchObject([{ kind: 'take-back', lane: `offer ${off1}` }]);
  mend();
  await live(4000);
  const fulfillmentId = approved.currentStage.fulfillment?.id;
  expect(server.applied.at(-1)).toEqual({
    actionId: key,
    brandId,
    offerId: off1,
    fulfillmentId,
    decision: 'take-back',
  });
  expect(server.applied).toHaveLength(2);
  expect(settled().at(-1)).toBe(`sent ${key}`);
  expect((await offer(off1)).currentStage.type).toBe('AWAITING_EVIDENCE_CLEARANCE');
});

test('the approval stays if its take-back is undone before it was sent', async () => {
  const { takeBack, offer, cut, mend, live, clock, phone, server } = await afterApproval();
  const key = aKey();
  cut();
  phone.network.saysOffline = true;
  await takeBack(key);
  expect(await clock.until(phone.say({ type: 'undo', actionId: key }))).toMatchObject({ ok: true });
  expect(await offer(off1)).toMatchObject({ canTakeBack: true });
  expect(await offer(off1)).not.toHaveProperty('pendingAction');
  phone.network.saysOffline = false;
  mend();
  await live(4000);
  expect(server.applied.map(({ decision }) => decision)).toEqual(['approve']);
});

test('a take-back needs attention, with the current offer, if the creator submitted a link first', async () => {
  const { takeBack, queue, cut, mend, live, phone, server } = await afterApproval();
  const key = aKey();
  cut();
  phone.network.saysOffline = true;
  await takeBack(key);
  server.resubmit(off1);
  phone.network.saysOffline = false;
  mend();
  await live(4000);
  expect(await queue()).toMatchObject([
    { actionId: key, state: 'attention', attention: { code: 'offer_changed', certainty: 'refused' } },
  ]);
  expect(server.applied.map(({ decision }) => decision)).toEqual(['approve']);
});
