import { formatCount } from '#domain/money/money.ts';
import { offerFilters } from '#domain/offers/offer-stage.ts';
import { addCampaigns, addOffers } from '#tests/e2e/fixtures/server/many.ts';
import { addPosts, viewsIn } from '#tests/e2e/fixtures/server/posts.ts';
import {
  button,
  choose,
  expectText,
  expectThere,
  expectUpToDate,
  logIn,
  offerPanel,
  syncBanner,
} from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

const groups = offerFilters.filter(({ key }) => key !== 'all');

/** Names of the creators whose `addOffers` offers match a filter, last updated first. */
const creatorsUnder = (filter: (typeof groups)[number]) =>
  Array.from({ length: 24 }, (_, index) => 24 - index)
    .filter((n) => groups[(n - 1) % groups.length] === filter)
    .map((n) => `Creator ${String(n).padStart(2, '0')}`);

test('a brand reads all of its data after an offline cold start, including unopened pages', async ({
  phone,
  tab,
  brand,
  cable,
  server,
}) => {
  const [draft] = brand.drafts;
  await addCampaigns(server, brand);
  await addOffers(server, brand.id, brand.campaignId);
  const posts = 3;
  await addPosts(server, brand, posts);
  await tab.open('/');
  await logIn(tab, brand);
  await expectUpToDate(tab);
  await cable.setMode({ kind: 'refuse' });
  await phone.quit();
  await phone.start();
  const cold = await phone.newTab();

  await test.step('campaigns under filters', async () => {
    await cold.open('/');
    await expectText(cold, syncBanner, /^Offline\. Showing data from /);
    const campaigns = () => cold.texts({ role: 'link', name: /Campaign \d\d/, within: { role: 'listitem' } });
    await choose(cold, /^Filter: /, 'In Review');
    await expect.poll(campaigns).toHaveLength(3);
    await choose(cold, /^Filter: /, 'Archived');
    await expect
      .poll(campaigns)
      .toEqual(['24', '16', '08'].map((number) => expect.stringContaining(`Campaign ${number}`)));
  });

  await test.step('offers under every filter', async () => {
    await cold.open(`/dashboard/campaigns/${brand.campaignId}`);
    const creators = () => cold.texts({ role: 'button', name: /Creator \d\d/ });
    for (const group of groups) {
      await choose(cold, /^Filter offers: /, group.label);
      await expect.poll(creators).toEqual(creatorsUnder(group).map((name) => expect.stringContaining(name)));
    }
  });

  await test.step('an offer', async () => {
    await cold.open(`/dashboard/campaigns/${brand.campaignId}?offerId=${draft.offerId}`);
    await expectText(cold, offerPanel(draft), 'Ada tries the spring roast');
    await expectThere(cold, button('Approve draft', offerPanel(draft)));
  });

  await test.step('analytics of a period that was never chosen', async () => {
    await cold.open('/dashboard/analytics?timePeriodType=preset&preset=last_30d');
    await expectThere(cold, button(`exactly ${formatCount(viewsIn(posts, 30))}`));
  });

  await test.step('settings', async () => {
    await cold.open('/dashboard/settings');
    await expectThere(cold, { role: 'heading', name: 'Settings' });
    await expectText(cold, { role: 'main' }, 'Campaigns25Offers30');
  });
});
