import { approve, expectToast, openCampaign } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

test('a brand logs in, opens a campaign and approves a draft', async ({ tab, brand, server }) => {
  const [draft] = brand.drafts;
  await openCampaign(tab, brand);
  await approve(tab, draft);
  await expectToast(tab, 'Offer approved');
  expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toMatchObject([
    { decision: 'approve', fulfillmentId: draft.fulfillmentId },
  ]);
});
