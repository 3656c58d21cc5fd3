import { readStored } from '#tests/e2e/fixtures/network/stored.ts';
import { button, expectThere, expectUpToDate, openCampaign } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

test('logging out in one tab logs out the other, and leaves no data', async ({ phone, tab, brand }) => {
  await openCampaign(tab, brand);
  const other = await phone.newTab();
  await other.open('/dashboard/campaigns');
  await expectUpToDate(other);
  const traces = [brand.id, brand.email, brand.campaignId, ...brand.drafts.map(({ offerId }) => offerId)];
  const left = async () => {
    const stored = await tab.evaluate(readStored);
    return traces.filter((trace) => stored.includes(trace));
  };
  expect(await left()).toEqual(traces);

  await tab.press(button(`${brand.name}, account`));
  await tab.press({ role: 'menuitem', name: 'Logout' });
  for (const each of [tab, other]) await expectThere(each, button('Log in'));
  await expect.poll(left).toEqual([]);
});
