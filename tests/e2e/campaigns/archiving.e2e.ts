import { eq } from 'drizzle-orm';
import { idempotencyKeys } from '#server/database/tables/call-tables.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { expectToast } from '../fixtures/looks/toasts.ts';
import { campaignStatus, campaignTitle, choose, expectUpToDate, openQueue, syncBanner } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

const name = 'Win a car';
const rejected = {
  name,
  approvalStatus: 'REJECTED',
  rejectionReason: 'Prizes are not allowed.',
  workerStatus: null,
  workerStartDate: null,
  workerCpmCents: null,
  workerBudgetCents: null,
} as const;

test('a campaign archived offline can be restored, and reaches the server once', async ({
  page,
  brand,
  airplane,
  server,
}) => {
  const id = await server.given.campaign(brand.id, rejected);
  const card = page.getByRole('link', { name, exact: true });
  const status = campaignStatus(page);
  const archive = async () => {
    await status.getByRole('button', { name: 'Archive Campaign' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('You’re offline');
    await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
    await expectToast(page, 'Archive queued');
    await expect(card).toBeHidden();
  };
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await airplane.on();
  await card.click();
  await archive();
  await expect(syncBanner(page)).toContainText('1 action waiting to send');

  await choose(page, /^Filter: /, 'Archived');
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText('Archive queued');
  await card.click();
  await expect(campaignTitle(page, name)).toBeVisible();
  await expect(status).toContainText('Archive queued');
  await status.getByRole('button', { name: 'Undo' }).click();
  await expect(status).toContainText('Rejected');
  await expect(syncBanner(page)).not.toContainText('waiting to send');

  await archive();
  const queue = await openQueue(page);
  await expect(queue.getByRole('listitem')).toContainText(`Archive campaign${name}`);
  await queue.getByRole('button', { name: 'Close' }).click();

  await airplane.off();
  await expectUpToDate(page);
  await choose(page, /^Filter: /, 'Archived');
  await expect(page.getByRole('article').filter({ hasText: name })).not.toContainText('Archive queued');
  const [row] = await server.db.select().from(campaigns).where(eq(campaigns.id, id));
  expect(row?.status).toBe('ARCHIVED');
  expect(server.changed.filter(({ campaignId }) => campaignId === id)).toHaveLength(1);
  const keys = await server.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.brandId, brand.id));
  expect(keys).toHaveLength(1);
});
