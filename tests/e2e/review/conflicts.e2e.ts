import {
  approveOffline,
  expectUpToDate,
  offerRow,
  openCampaign,
  openQueue,
  syncBanner,
} from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('an offline approval of a draft that was replaced', () => {
  test.beforeEach(async ({ page, brand, airplane, server, complaints }) => {
    complaints.allow(/status of 412/);
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await airplane.on();
    await approveOffline(page, draft);
    const resubmission = { attempt: 2, fulfillment: '/media/demo/desk.mp4', caption: 'A second try, with the mug' };
    await server.given.submission(brand.id, draft.offerId, resubmission, new Date());
    await airplane.off();
    await expect(syncBanner(page)).toContainText('1 action needs attention');
  });

  test('isn’t applied to the unseen draft: both are shown, and the decision can be dropped', async ({
    page,
    brand,
    server,
  }) => {
    const [draft] = brand.drafts;
    const queue = await openQueue(page);
    await expect(queue).toContainText('Your decision');
    await expect(queue).toContainText('Ada tries the spring roast');
    await expect(queue).toContainText('Current status');
    await expect(queue).toContainText('A second try, with the mug');
    await queue.getByRole('button', { name: `Review again: Approve draft, ${draft.creator}` }).click();
    await page.getByRole('dialog', { name: draft.creator }).getByRole('button', { name: 'Close offer' }).click();
    await expectUpToDate(page);
    await expect(offerRow(page, draft)).toContainText('Review draft');
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toEqual([]);
  });

  test('can be dropped, and the new draft watched and approved instead', async ({ page, brand, server }) => {
    const [draft] = brand.drafts;
    const queue = await openQueue(page);
    await queue.getByRole('button', { name: `Review again: Approve draft, ${draft.creator}` }).click();
    const panel = page.getByRole('dialog', { name: draft.creator });
    await expect(panel).toContainText('A second try, with the mug');
    await panel.getByRole('button', { name: 'Approve draft' }).click();
    await expect(panel.getByRole('status', { name: 'Your decision' })).toContainText('Approved');
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toHaveLength(1);
  });
});
