import {
  campaignTitle,
  expectText,
  expectThere,
  expectUpToDate,
  logIn,
  offerRow,
  openCampaign,
} from './fixtures/app.ts';
import { test } from './fixtures/test.ts';

test('a brand whose data the system evicted logs in again and has all of its data back', async ({
  phone,
  tab,
  brand,
}) => {
  await openCampaign(tab, brand);
  await phone.quit();
  await phone.evict();
  await phone.start();
  const reopened = await phone.newTab();
  await reopened.open(`/dashboard/campaigns/${brand.campaignId}`);
  await expectThere(reopened, { field: 'Email' });
  await logIn(reopened, brand);
  await expectThere(reopened, campaignTitle(brand));
  await expectUpToDate(reopened);
  for (const draft of brand.drafts) await expectText(reopened, offerRow(draft), 'Review draft');
});
