import { expectToast } from '../fixtures/looks/toasts.ts';
import {
  approve,
  campaignTitle,
  expectUpToDate,
  logIn,
  offerRow,
  openCampaign,
  openOffer,
  requestChanges,
} from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('a brand reviews drafts', () => {
  test.describe('from the login', () => {
    test.use({ loggedIn: false });

    test('logs in, opens a campaign, watches the draft and approves it', async ({ page, brand, server }) => {
      const [draft] = brand.drafts;
      await page.goto('/');
      await logIn(page, brand);
      await expect(page).toHaveURL(/\/dashboard\/campaigns$/);
      await expectUpToDate(page);
      await page.getByRole('link', { name: brand.campaign }).click();
      await expect(campaignTitle(page, brand.campaign)).toBeVisible();

      const panel = await openOffer(page, draft);
      await expect(panel).toContainText('Ada tries the spring roast');
      const video = panel.locator('video');
      await video.evaluate((player: HTMLVideoElement) => {
        player.muted = true;
        return player.play();
      });
      await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0.3);

      await panel.getByRole('button', { name: 'Approve draft' }).click();
      await expectToast(page, 'Offer approved');
      expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toMatchObject([
        { decision: 'approve', fulfillmentId: draft.fulfillmentId },
      ]);
    });
  });

  test('requests changes', async ({ page, brand, server }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await requestChanges(page, draft, ['Ensure brand visibility', 'Start over']);
    await expectToast(page, 'Offer rejected');
    await expect(page.getByText('Waiting for resubmission').first()).toBeVisible();
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toMatchObject([{ decision: 'reject' }]);
  });

  test('can’t request changes without naming one', async ({ page, brand }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    const panel = await openOffer(page, draft);
    await panel.getByRole('button', { name: 'Request changes' }).click();
    await expect(panel.getByText('Select all that apply to this submission.')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Request changes (0)' })).toBeDisabled();
  });

  test('sees the outcome of a decision in the list', async ({ page, brand }) => {
    const [draft, other] = brand.drafts;
    await openCampaign(page, brand);
    await expect(offerRow(page, draft)).toContainText('Review draft');
    await approve(page, draft);
    await expectToast(page, 'Offer approved');
    await page.goBack();
    await expect(offerRow(page, draft)).toContainText('Waiting for link');
    await expect(offerRow(page, other)).toContainText('Review draft');
  });

  test('decides on the draft on screen even if the creator has since sent another one', async ({
    page,
    brand,
    server,
  }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    const panel = await openOffer(page, draft);
    await panel.getByRole('button', { name: 'Request changes' }).click();
    await panel.getByRole('checkbox', { name: 'Start over' }).check();
    const resubmission = { attempt: 2, fulfillment: '/media/demo/desk.mp4', caption: 'A second try, with the mug' };
    const second = await server.given.submission(brand.id, draft.offerId, resubmission, new Date());
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(panel.getByRole('alert', { name: 'The creator submitted a new version' })).toContainText(
      'Your selected changes weren’t sent.',
    );
    await expect(panel).toContainText('Ada tries the spring roast');
    await expect(panel.getByRole('checkbox')).toHaveCount(0);
    await expect(panel.getByRole('button', { name: /^(Approve|Request)/ })).toHaveCount(0);
    // The button under the finger has changed: a double tap only shows the draft and decides nothing.
    await panel.getByRole('button', { name: 'Show new version' }).dblclick();
    await expect(panel).toContainText('A second try, with the mug');
    await panel.getByRole('button', { name: 'Request changes' }).click();
    await expect(panel.getByRole('button', { name: 'Request changes (0)' })).toBeDisabled();
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toEqual([]);
    await panel.getByRole('button', { name: 'Back to the submission' }).click();
    await panel.getByRole('button', { name: 'Approve draft' }).click();
    await expectToast(page, 'Offer approved');
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toMatchObject([
      { decision: 'approve', fulfillmentId: second },
    ]);
  });

  test('double-tapping moves to the next draft without deciding on it', async ({ page, brand, server }) => {
    const [first, second, third] = brand.drafts;
    await openCampaign(page, brand);
    await approve(page, first);
    await expectToast(page, 'Offer approved');
    await page.getByRole('button', { name: 'Next to review (2)' }).dblclick();
    const next = page.getByRole('dialog').filter({ hasText: new RegExp(`${second.creator}|${third.creator}`) });
    // Playwright waits until the button is enabled, which is after the second tap was ignored.
    await next.getByRole('button', { name: 'Request changes' }).click();
    await expect(next.getByRole('button', { name: 'Request changes (0)' })).toBeVisible();
    expect(
      server.applied.filter(({ offerId }) => brand.drafts.some((draft) => draft.offerId === offerId)),
    ).toHaveLength(1);
  });
});
