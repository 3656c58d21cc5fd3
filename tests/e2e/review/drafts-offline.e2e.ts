import {
  approve,
  campaignTitle,
  closeOffer,
  expectUpToDate,
  offerPanel,
  openCampaign,
  openOffer,
} from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test('a draft that was never opened plays to its end offline and is approved there', async ({
  page,
  brand,
  airplane,
}) => {
  const [draft, other] = brand.drafts;
  await openCampaign(page, brand);
  await expectUpToDate(page);
  await page.goto('/dashboard/settings');
  const drafts = page.getByRole('region', { name: 'Drafts on this device' });
  await expect(drafts).toContainText(`${brand.drafts.length} videos, `);
  await openCampaign(page, brand);

  await airplane.on();
  await page.reload();
  await expect(campaignTitle(page, brand.campaign)).toBeVisible();
  const panel = await openOffer(page, draft);
  const video = panel.locator('video');
  await expect(panel.getByRole('button', { name: /^Play .*draft$/ })).toBeVisible();
  await video.evaluate((player: HTMLVideoElement) => {
    player.muted = true;
    player.playbackRate = 4;
    return player.play();
  });
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.ended)).toBe(true);
  const frames = await video.evaluate((player: HTMLVideoElement) => player.getVideoPlaybackQuality().totalVideoFrames);
  expect(frames).toBeGreaterThan(10);
  await panel.getByRole('button', { name: 'Approve draft' }).click();
  await expect(panel).toContainText('Approval queued');
  await closeOffer(page, draft);

  const second = await openOffer(page, other);
  await second.getByRole('button', { name: 'Approve draft' }).click();
  const question = page.getByRole('dialog', { name: 'You haven’t watched this draft' });
  await question.getByRole('button', { name: 'Wait for a connection' }).click();
  await expect(second.getByRole('button', { name: 'Approve draft' })).toBeVisible();
  await closeOffer(page, other);
  await approve(page, other);
  await expect(offerPanel(page, other)).toContainText('Approval queued');
});

test('a draft is shown as not on the phone if downloads are off', async ({ page, brand, airplane }) => {
  const [draft] = brand.drafts;
  await openCampaign(page, brand);
  await page.goto('/dashboard/settings');
  const drafts = page.getByRole('region', { name: 'Drafts on this device' });
  await expect(drafts).toContainText(`${brand.drafts.length} videos, `);
  await drafts.getByRole('button', { name: 'Remove downloads' }).click();
  await expect(drafts).toContainText('No drafts are on this device.');
  await expect(drafts.getByRole('radio', { name: 'Never' })).toBeChecked();
  await openCampaign(page, brand);
  await airplane.on();
  await page.reload();
  const panel = await openOffer(page, draft);
  await expect(panel.getByText('This draft isn’t on this device yet. Reconnect to watch it.')).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Play .*draft$/ })).toHaveCount(0);
});
