import type { Page } from '@playwright/test';
import { allStored } from '../fixtures/network/stored.ts';
import { makeReviewBrand, type ReviewBrand } from '../fixtures/server/brand.ts';
import { approveOffline, expectUpToDate, logIn, offerRow, openCampaign, syncBanner } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

async function askToLogOut(page: Page, brand: ReviewBrand) {
  await page.getByRole('button', { name: `${brand.name}, account` }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

/** Texts that must not remain on a phone after a brand has logged out. */
const traces = ({ id, email, campaignId, drafts }: ReviewBrand) => [
  id,
  email,
  campaignId,
  ...drafts.flatMap(({ offerId, fulfillmentId }) => [offerId, fulfillmentId]),
];

async function expectNothingLeft(page: Page, brand: ReviewBrand) {
  await expect
    .poll(async () => {
      const stored = await allStored(page);
      return traces(brand).filter((trace) => stored.includes(trace));
    })
    .toEqual([]);
}

test.describe('logging out', () => {
  test('with nothing pending happens at once, and removes all data', async ({ page, brand }) => {
    await openCampaign(page, brand);
    const stored = await allStored(page);
    expect(traces(brand).filter((trace) => !stored.includes(trace))).toEqual([]);
    await askToLogOut(page, brand);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await expectNothingLeft(page, brand);
  });

  test('with a pending decision asks first, allows staying, and can send it', async ({
    page,
    brand,
    airplane,
    server,
  }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await airplane.on();
    await approveOffline(page, draft);

    await askToLogOut(page, brand);
    const question = page.getByRole('dialog', { name: 'Log out?' });
    await expect(question).toContainText('1 action hasn’t been sent yet');
    await question.getByRole('button', { name: 'Close' }).click();
    await expect(syncBanner(page)).toContainText('1 action waiting to send');

    await askToLogOut(page, brand);
    await question.getByRole('button', { name: 'Send now' }).click();
    await expect(question.getByRole('alert')).toContainText('Some actions couldn’t be sent');
    // The logout continues by itself once the last decision is sent.
    await airplane.off();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toHaveLength(1);
    await expectNothingLeft(page, brand);
  });

  test('despite a pending decision hides it from the next brand, and never sends it', async ({
    page,
    brand,
    server,
    airplane,
    history,
  }) => {
    const [draft] = brand.drafts;
    const next = await makeReviewBrand(server);
    await openCampaign(page, brand);
    await airplane.on();
    await approveOffline(page, draft);
    await askToLogOut(page, brand);
    await page.getByRole('button', { name: 'Log out anyway' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await expectNothingLeft(page, brand);
    // Leaving anyway cancels the pending actions.
    const saved = history.events().flatMap((event) => (event.kind === 'saved' ? [event.actionId] : []));
    expect(saved).toHaveLength(1);
    for (const actionId of saved) history.record({ kind: 'undone', actionId });

    await airplane.off();
    await logIn(page, next);
    await expectUpToDate(page);
    await page.getByRole('link', { name: next.campaign }).click();
    await expect(offerRow(page, next.drafts[0])).toContainText('Review draft');
    await expectNothingLeft(page, brand);
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toEqual([]);
  });
});
