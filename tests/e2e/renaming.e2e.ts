import { eq } from 'drizzle-orm';
import { idempotencyKeys } from '#server/database/tables/call-tables.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { expectAccessible } from './fixtures/looks/accessible.ts';
import { expectToast } from './fixtures/looks/toasts.ts';
import { campaignStatus, campaignTitle, expectUpToDate, openQueue, syncBanner } from './fixtures/steps/app.ts';
import { expect, test } from './fixtures/test.ts';

test('a campaign rename made offline can be undone, and reaches the server once', async ({
  page,
  brand,
  airplane,
  server,
}) => {
  const id = await server.given.campaign(brand.id, { name: 'Summer roast' });
  const status = campaignStatus(page);
  const rename = async (name: string) => {
    await page.getByRole('button', { name: 'Rename campaign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename campaign' });
    await dialog.getByRole('textbox', { name: 'Campaign name' }).fill(name);
    await expect(dialog).toContainText('You’re offline');
    return dialog;
  };
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await airplane.on();
  await page.getByRole('link', { name: 'Summer roast', exact: true }).click();

  const dialog = await rename('Autumn roast');
  await expectAccessible(page, 'renaming a campaign');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expectToast(page, 'Rename queued');
  await expect(campaignTitle(page, 'Autumn roast')).toBeVisible();
  await expect(syncBanner(page)).toContainText('1 action waiting to send');
  await status.getByRole('button', { name: 'Undo' }).click();
  await expect(campaignTitle(page, 'Summer roast')).toBeVisible();
  await expect(syncBanner(page)).not.toContainText('waiting to send');

  await (await rename('Winter roast')).getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('link', { name: 'Back to campaigns' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Winter roast' })).toContainText('Rename queued');
  await page.reload();
  await expect(page.getByRole('article').filter({ hasText: 'Winter roast' })).toContainText('Rename queued');
  const queue = await openQueue(page);
  await expect(queue.getByRole('listitem')).toContainText('Rename campaign to “Winter roast”');
  await queue.getByRole('button', { name: 'Close' }).click();

  await airplane.off();
  await expectUpToDate(page);
  await expect(page.getByRole('article').filter({ hasText: 'Winter roast' })).not.toContainText('Rename queued');
  const [row] = await server.db.select().from(campaigns).where(eq(campaigns.id, id));
  expect(row?.name).toBe('Winter roast');
  expect(server.changed.filter(({ operation }) => operation === 'rename')).toMatchObject([{ campaignId: id }]);
  const keys = await server.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.brandId, brand.id));
  expect(keys).toHaveLength(1);
});
