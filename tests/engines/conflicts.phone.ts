import {
  approveOffline,
  button,
  expectText,
  expectThere,
  offerPanel,
  openCampaign,
  openQueue,
  queueDrawer,
  syncBanner,
} from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

test('a draft that its creator has replaced isn’t approved unseen, and the new one can be', async ({
  tab,
  brand,
  cable,
  server,
  complaints,
}) => {
  complaints.allow(/status of 412/);
  const [draft] = brand.drafts;
  await openCampaign(tab, brand);
  await cable.setMode({ kind: 'refuse' });
  await approveOffline(tab, draft);
  const resubmission = { attempt: 2, fulfillment: '/media/demo/desk.mp4', caption: 'A second try, with the mug' };
  const fulfillmentId = await server.given.submission(brand.id, draft.offerId, resubmission, new Date());
  await cable.setMode({ kind: 'pass' });
  await expectText(tab, syncBanner, '1 action needs attention');

  await openQueue(tab);
  await expectText(tab, queueDrawer, 'Ada tries the spring roast');
  await expectText(tab, queueDrawer, 'A second try, with the mug');
  await tab.press(button(`Review again: Approve draft, ${draft.creator}`, queueDrawer));
  await expectText(tab, offerPanel(draft), 'A second try, with the mug');
  await expectThere(tab, button('Approve draft', offerPanel(draft)));
  expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toEqual([]);
  await tab.press(button('Approve draft', offerPanel(draft)));
  // A busy machine may respond after the page's timeout; the offer then shows as queued first.
  await expectText(tab, offerPanel(draft), 'Waiting for link');
  expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toMatchObject([{ fulfillmentId }]);
});
