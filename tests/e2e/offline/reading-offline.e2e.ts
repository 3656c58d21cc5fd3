import type { Page } from '@playwright/test';
import { campaignFilters } from '#domain/campaigns/campaign-status.ts';
import { offerFilters } from '#domain/offers/offer-stage.ts';
import { addCampaigns, addOffers } from '../fixtures/server/many.ts';
import { choose, expectUpToDate, offerRow, openCampaign, openOffer, syncBanner } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

/** Expects the list's cards in order. The list is virtual, so scrolls from each card to the next. */
async function expectCampaigns(page: Page, names: string[]) {
  for (const [index, name] of names.entries()) {
    const card = page.locator(`li[aria-posinset="${index + 1}"]`);
    await expect(card).toContainText(name);
    await expect(card).toHaveAttribute('aria-setsize', String(names.length));
    await card.scrollIntoViewIfNeeded();
  }
}

async function expectOffers(page: Page, creators: string[]) {
  const rows = page.locator('button[data-offer]');
  await expect(rows).toHaveCount(creators.length);
  for (const [index, creator] of creators.entries()) await expect(rows.nth(index)).toContainText(creator);
}

test.describe('an offline brand reads', () => {
  test('every campaign under every filter, including ones it never opened', async ({ page, brand, server, cable }) => {
    const names = (await addCampaigns(server, brand)).map(({ name }) => name).reverse();
    await page.goto('/dashboard/campaigns');
    await expectUpToDate(page);
    await cable.setMode({ kind: 'refuse' });

    const ofState = (...offsets: number[]) =>
      names.filter((name) => offsets.includes((Number(name.slice(-2)) - 1) % 8));
    const expected: Record<(typeof campaignFilters)[number]['key'], string[]> = {
      all: [brand.campaign, ...ofState(0, 1, 2, 3, 4, 5, 6)],
      active: [brand.campaign],
      approved: ofState(2, 3),
      'in-review': ofState(0),
      rejected: ofState(1),
      ending: ofState(4),
      completed: ofState(5, 6),
      archived: ofState(7),
    };
    for (const { key, label } of [...campaignFilters.slice(1), campaignFilters[0]]) {
      await choose(page, /^Filter: /, label);
      await expectCampaigns(page, expected[key]);
    }
    // The page may not have used the network yet, so make it fail by a refresh.
    await syncBanner(page)
      .getByRole('button', { name: /^(Refresh|Retry)$/ })
      .click();
    await expect(syncBanner(page)).toContainText(/^Offline\. Showing data from /);
  });

  test('every offer under every filter and on every page', async ({ page, brand, server, cable }) => {
    await addOffers(server, brand.id, brand.campaignId);
    await openCampaign(page, brand);
    await cable.setMode({ kind: 'refuse' });
    const groups = offerFilters.filter(({ key }) => key !== 'all');
    const all = Array.from({ length: 24 }, (_, index) => 24 - index);
    for (const [index, { key, label }] of groups.entries()) {
      await choose(page, /^Filter offers: /, label);
      const drafts = brand.drafts.map(({ creator }) => creator);
      const ofGroup = all
        .filter((n) => (n - 1) % groups.length === index)
        .map((n) => `Creator ${String(n).padStart(2, '0')}`);
      if (key === 'with-brand')
        await expect(page.locator('button[data-offer]')).toHaveCount(ofGroup.length + drafts.length);
      else await expectOffers(page, ofGroup);
    }
    await choose(page, /^Filter offers: /, 'All Offers');
    await expect(page.getByText('Showing 1-10 of 27 results')).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText('Showing 11-20 of 27 results')).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText('Showing 21-27 of 27 results')).toBeVisible();
    await expect(page.locator('button[data-offer]')).toHaveCount(7);
  });

  test('an offer it never opened, and a video it has watched', async ({ page, brand, cable }) => {
    const [seen, unseen] = brand.drafts;
    await openCampaign(page, brand);
    const panel = await openOffer(page, seen);
    await panel.locator('video').evaluate((player: HTMLVideoElement) => {
      player.muted = true;
      return player.play();
    });
    await expect
      .poll(() => panel.locator('video').evaluate((player: HTMLVideoElement) => player.ended || player.currentTime > 1))
      .toBe(true);
    await cable.setMode({ kind: 'refuse' });
    await page.reload();
    const again = page.getByRole('dialog');
    await expect(again).toContainText(seen.creator);
    await again.locator('video').evaluate((player: HTMLVideoElement) => {
      player.muted = true;
      return player.play();
    });
    await expect
      .poll(() => again.locator('video').evaluate((player: HTMLVideoElement) => player.currentTime))
      .toBeGreaterThan(0.3);

    await page.goto(`/dashboard/campaigns/${brand.campaignId}?offerId=${unseen.offerId}`);
    await expect(page.getByRole('dialog')).toContainText(`Grace tries the spring roast`);
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve draft' })).toBeEnabled();
  });

  test('changes made by others, as soon as the network is back', async ({ page, brand, server, cable }) => {
    await openCampaign(page, brand);
    await cable.setMode({ kind: 'refuse' });
    await page.reload();
    await expect(syncBanner(page)).toContainText(/^Offline\. /);
    const [draft] = brand.drafts;
    await server.given.submission(
      brand.id,
      draft.offerId,
      { attempt: 2, evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.instagram.com/reel/abc' },
      new Date(),
    );
    await cable.setMode({ kind: 'pass' });
    await expect(offerRow(page, draft)).toContainText('Review link');
  });
});
