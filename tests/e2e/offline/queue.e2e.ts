import { makeDraft } from '../fixtures/server/brand.ts';
import {
  approve,
  approveOffline,
  closeOffer,
  expectUpToDate,
  offerPanel,
  offerRow,
  openCampaign,
  openOffer,
  openQueue,
  requestChanges,
  syncBanner,
} from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('a brand decides offline', () => {
  test('sees the pending decisions, undoes one, and the rest are sent automatically', async ({
    page,
    brand,
    airplane,
    server,
  }) => {
    const [first, second, third] = brand.drafts;
    await openCampaign(page, brand);
    await airplane.on();
    await approveOffline(page, first);
    await approveOffline(page, second);
    await requestChanges(page, third, ['Start over']);
    await expect(offerPanel(page, third)).toContainText('Changes queued');
    await closeOffer(page, third);
    await expect(syncBanner(page)).toContainText(/^Offline\. Showing data from .+ · 3 actions waiting to send/);

    const queue = await openQueue(page);
    await expect(queue.getByRole('listitem')).toHaveCount(3);
    await queue.getByRole('button', { name: `Undo: Approve draft, ${second.creator}` }).click();
    await expect(queue.getByRole('listitem')).toHaveCount(2);
    await queue.getByRole('button', { name: 'Close' }).click();
    await expect(offerRow(page, second)).toContainText('Review draft');
    await expect(syncBanner(page)).toContainText('2 actions waiting to send');

    await airplane.off();
    await expectUpToDate(page);
    await expect(offerRow(page, first)).toContainText('Waiting for link');
    await expect(offerRow(page, third)).toContainText('Waiting for resubmission');
    await expect(offerRow(page, second)).toContainText('Review draft');
    const decided = server.applied.filter(({ offerId }) => brand.drafts.some((draft) => draft.offerId === offerId));
    expect(decided.map(({ offerId, decision }) => [offerId, decision])).toEqual([
      [first.offerId, 'approve'],
      [third.offerId, 'reject'],
    ]);
  });

  test('on a page loaded without the worker', async ({ page, brand, airplane }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    const session = await page.context().newCDPSession(page);
    await Promise.all([page.waitForEvent('load'), session.send('Page.reload', { ignoreCache: true })]);
    await expectUpToDate(page);
    await airplane.on();
    await approveOffline(page, draft);
  });

  test('undoes a decision in place, and nothing is sent', async ({ page, brand, airplane, server }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await airplane.on();
    await approve(page, draft);
    const panel = offerPanel(page, draft);
    await expect(panel).toContainText('Approval queued');
    await panel.getByRole('button', { name: 'Undo' }).click();
    await expect(panel.getByRole('button', { name: 'Approve draft' })).toBeVisible();
    await airplane.off();
    await expectUpToDate(page);
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toEqual([]);
  });

  test('sees each of many decisions, and no notice once they are sent', async ({ page, brand, airplane, server }) => {
    const { id: brandId, campaignId } = brand;
    const more = ['Mary Jackson', 'Dorothy Vaughan', 'Annie Easley'];
    for (const creator of more) await makeDraft(server, { brandId, campaignId, creator });
    const drafts = [...brand.drafts, ...more.map((creator) => ({ creator }))];
    await openCampaign(page, brand);
    await airplane.on();
    for (const draft of drafts) await approveOffline(page, draft);
    const toasts = page.getByRole('alert').filter({ hasText: 'Approval queued' });
    await expect(toasts.first()).toBeVisible();
    expect(await toasts.count()).toBeLessThanOrEqual(3);
    await airplane.off();
    await expectUpToDate(page);
    await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 1000 });
    for (const draft of drafts) await expect(offerRow(page, draft)).toContainText('Waiting for link');
  });

  test('closes the panel immediately, even while a toast slides in or out above', async ({ page, brand, airplane }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    const panel = await openOffer(page, draft);
    // Approving a draft that was watched asks no question, which would cover the button.
    const video = panel.locator('video');
    await video.evaluate((player: HTMLVideoElement) => {
      player.muted = true;
      return player.play();
    });
    await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(4);
    await video.evaluate((player: HTMLVideoElement) => player.pause());
    await airplane.on();
    const close = panel.getByRole('button', { name: 'Close' });
    // The trial click waits until the panel has stopped moving.
    await close.click({ trial: true });
    await close.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const met: string[] = [];
      const look = () => {
        const there = document.elementFromPoint(x + width / 2, y + height / 2);
        met.push(button.contains(there) ? 'the button' : (there?.closest('[role]')?.getAttribute('role') ?? 'nothing'));
        requestAnimationFrame(look);
      };
      look();
      Object.assign(globalThis, { met });
    });
    await panel.getByRole('button', { name: 'Approve draft' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Approval queued' });
    await expect(toast).toBeVisible();
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
    const met = await page.evaluate(() => [...new Set((globalThis as unknown as { met: string[] }).met)]);
    expect(met).toEqual(['the button']);
  });

  test('keeps the decision through an offline reload', async ({ page, brand, airplane }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await airplane.on();
    await approveOffline(page, draft);
    await page.reload();
    await expect(offerRow(page, draft)).toContainText('Approval queued');
    await airplane.off();
    await expectUpToDate(page);
    await expect(offerRow(page, draft)).toContainText('Waiting for link');
  });

  test('decides in two tabs, and each decision arrives once', async ({ page, context, brand, airplane, server }) => {
    const [first, second] = brand.drafts;
    const other = await context.newPage();
    await openCampaign(page, brand);
    await openCampaign(other, brand);
    await airplane.on();
    await approveOffline(page, first);
    await expect(offerRow(other, first)).toContainText('Approval queued');
    await approveOffline(other, second);
    await expect(syncBanner(page)).toContainText('2 actions waiting to send');
    await airplane.off();
    for (const tab of [page, other]) {
      await expectUpToDate(tab);
      await expect(offerRow(tab, first)).toContainText('Waiting for link');
      await expect(offerRow(tab, second)).toContainText('Waiting for link');
    }
    expect(server.applied.filter(({ offerId }) => [first.offerId, second.offerId].includes(offerId))).toHaveLength(2);
  });
});
