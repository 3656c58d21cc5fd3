import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { campaigns } from '#server/database/tables/tables.ts';
import { adjustBalance } from '#server/services/admin/adjust.ts';
import { booksOf } from '#tests/support/money/books.ts';
import { expectAccessible } from '../fixtures/looks/accessible.ts';
import { expectToast } from '../fixtures/looks/toasts.ts';
import { campaignStatus, openCampaign } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

/** The top bar may half cover a button behind the dialog once the page is scrolled. */
const toTop = (page: Page) => page.evaluate(() => scrollTo(0, 0));

for (const width of [360, 1280]) {
  test.describe(`at ${width} px, a running campaign`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('gets more budget once despite a lost response, pauses without a reload, and ends early', async ({
      page,
      brand,
      server,
      cable,
    }) => {
      const now = () => new Date();
      await adjustBalance({ db: server.db, now }, { brand: brand.id, amountCents: 60_000, note: 'Welcome' });
      await openCampaign(page, brand);
      if (width === 360) await page.getByRole('button', { name: /Details/ }).click();
      const manage = page.getByRole('region', { name: 'Manage Campaign' });
      const [before] = await server.db.select().from(campaigns).where(eq(campaigns.id, brand.campaignId));

      await manage.getByRole('button', { name: 'Add to budget' }).click();
      const adding = page.getByRole('dialog', { name: 'Add to budget' });
      await toTop(page);
      await expectAccessible(page, 'add to the budget');
      await cable.setMode({ kind: 'lose-answer', match: { method: 'POST', pathPattern: /\/changes$/ } });
      await adding.getByRole('button', { name: 'Add $250.00' }).click();
      await expect(manage).toContainText('Checking whether your last change was saved…');
      await page.reload();
      await cable.setMode({ kind: 'pass' });
      await expectToast(page, '$250.00 added to the budget.');
      const [after] = await server.db.select().from(campaigns).where(eq(campaigns.id, brand.campaignId));
      expect((after?.workerBudgetCents ?? 0) - (before?.workerBudgetCents ?? 0)).toBe(25_000);
      expect(await booksOf(server.db, brand.id)).toMatchObject({ available: 35_000, campaigns: 25_000 });

      if (width === 360) await page.getByRole('button', { name: /Details/ }).click();
      await manage.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Pause campaign · $0' }).click();
      await expect(campaignStatus(page)).toContainText('Paused');
      await cable.setMode({ kind: 'refuse' });
      await expect(manage).toContainText('You’re offline. Reconnect to change this campaign.');
      await cable.setMode({ kind: 'pass' });

      await manage.getByRole('button', { name: 'End campaign', exact: true }).click();
      await toTop(page);
      await expectAccessible(page, 'end a campaign early');
      await page.getByRole('dialog').getByRole('button', { name: 'End campaign' }).click();
      await expect(campaignStatus(page)).toContainText('Unspent budget returns to your balance by');
      await expect(manage).toBeHidden();
    });
  });
}
