import { eq } from 'drizzle-orm';
import { idempotencyKeys } from '#server/database/tables/call-tables.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { campaignTitle, expectUpToDate, syncBanner } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

const name = 'Autumn tea';

test('a campaign opened offline is marked read immediately, and on the server later, without a message', async ({
  page,
  brand,
  airplane,
  server,
}) => {
  const id = await server.given.campaign(brand.id, { name, unread: true });
  const card = page.getByRole('article').filter({ hasText: name });
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await expect(card).toContainText('Unread: ');
  await airplane.on();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(campaignTitle(page, name)).toBeVisible();
  await page.getByRole('link', { name: 'Back to campaigns' }).click();
  await expect(card).not.toContainText('Unread: ');
  await expect(syncBanner(page)).toContainText('Offline');
  await expect(syncBanner(page)).not.toContainText('waiting to send');

  // After the reload the screens show only the worker's data, without the old page's memory.
  await page.reload();
  await expect(card).toBeVisible();
  await expect(card).not.toContainText('Unread: ');

  await airplane.off();
  await expectUpToDate(page);
  const isUnread = async () => (await server.db.select().from(campaigns).where(eq(campaigns.id, id)))[0]?.unread;
  await expect.poll(isUnread).toBe(false);
  await expect(card).not.toContainText('Unread: ');
  const keys = await server.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.brandId, brand.id));
  expect(keys).toHaveLength(1);
});
