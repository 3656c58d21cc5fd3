import { readFileSync } from 'node:fs';
import { analyticsCsvColumns } from '#domain/figures/analytics-csv.ts';
import { dayOf } from '#domain/time/period.ts';
import { row } from '#tests/support/calls/metrics.ts';
import { booksOf } from '#tests/support/money/books.ts';
import { readStrictCsv } from '#tests/support/money/strict-csv.ts';
import { expectToast } from '../fixtures/looks/toasts.ts';
import { decide, importFigures, liveOn } from '../fixtures/server/operator.ts';
import { campaignStatus, campaignTitle, choose, comeBack, expectUpToDate, openDetails } from '../fixtures/steps/app.ts';
import { fillIn, giveWizard, openWizard, title } from '../fixtures/steps/wizard.ts';
import { expect, test } from '../fixtures/test.ts';

const better = 'Harbour tea, told better';
/** Days until a sourcing campaign has found its creators. */
const sourcingDays = 3;
/** Together more than the 60,000 views that the budget buys. */
const views = { '7301234567890123401': 40_000, '7301234567890123402': 21_000 };
const videoUrl = (id: string) => `https://www.tiktok.com/@ada/video/${id}`;

/** The rows of a downloaded CSV file, keyed by column. */
function rowsOf(file: string): Record<string, string>[] {
  const text = readFileSync(file, 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const [names = [], ...rows] = readStrictCsv(text.slice(1));
  expect(names).toEqual([...analyticsCsvColumns]);
  expect(names).toHaveLength(17);
  return rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [names[index], cell])));
}

test('a campaign runs from draft to archive, and its page updates by itself', async ({
  page,
  brand,
  server,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'A long way through screens whose own tests run in every browser');
  await giveWizard(server, brand.id);
  const wizard = await openWizard(page);
  await expectUpToDate(page);
  await fillIn(wizard);
  await wizard.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(campaignTitle(page, title)).toBeVisible();
  const status = campaignStatus(page);
  await expect(status).toContainText('Under review');

  await decide(server, brand, title, { decision: 'REJECTED', reason: 'Too vague.' });
  await comeBack(page);
  await expect(status).toContainText('Rejected Too vague.');
  expect(await booksOf(server.db, brand.id)).toMatchObject({ available: 100_000, held: 0 });
  await status.getByRole('button', { name: 'Edit & Resubmit' }).click();
  const edited = page.getByRole('dialog', { name: /^Edit & Resubmit/ });
  await edited.getByLabel('Title', { exact: true }).fill(better);
  await edited.getByRole('tab', { name: 'Summary' }).click();
  await edited.getByRole('button', { name: 'Resubmit Campaign' }).click();
  await expectToast(page, 'Campaign created successfully');
  await expect(campaignTitle(page, better)).toBeVisible();
  await expect(status).toContainText('Under review');
  expect(await booksOf(server.db, brand.id)).toMatchObject({ available: 70_000, held: 30_000 });

  const campaignId = await decide(server, brand, better, { decision: 'APPROVED' });
  await comeBack(page);
  await expect(status).toContainText('Sourcing creators');
  expect(await liveOn(server, brand, sourcingDays)).toBe(campaignId);
  await comeBack(page);
  await expect(status).toContainText('Live');

  const today = dayOf(new Date());
  const figures = Object.entries(views).map(([video, count]) =>
    row(video, today, count, { finalPostUrl: videoUrl(video), socialPlatform: 'TIKTOK', socialUsername: 'ada' }),
  );
  await importFigures(server, campaignId, figures);
  await comeBack(page);
  await openDetails(page);
  await expect(page.getByRole('region', { name: 'Performance' })).toContainText('61,000 of 60,000 views');
  await page.getByRole('link', { name: 'View Full Analytics' }).click();
  await expect(page.getByRole('button', { name: 'exactly 61,000' })).toBeVisible();

  const given = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await given;
  expect(file.suggestedFilename()).toMatch(/^Afield_Analytics_Harbour_tea,_told_better_[\d-]{10}_[\d-]{10}\.csv$/);
  const exported = rowsOf(await file.path()).map((cells) => [cells.campaignId, cells.finalPostUrl, cells.viewCount]);
  expect(exported.sort()).toEqual(
    Object.entries(views).map(([video, count]) => [campaignId, videoUrl(video), String(count)]),
  );
  await expectToast(page, 'Exported 2 posts');
  // A toast stays open under the pointer and would cover the next click's target.
  await page.mouse.move(0, 400);

  expect(await liveOn(server, brand, sourcingDays)).toBe(campaignId);
  await page.getByRole('link', { name: 'Go to Campaign' }).click();
  await comeBack(page);
  await expect(status).toContainText('View goal reached');
  await openDetails(page);
  await page.getByRole('button', { name: 'Archive Campaign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
  await expectToast(page, 'Campaign archived');
  const card = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(card(brand.campaign)).toBeVisible();
  await expect(card(better)).toBeHidden();
  await choose(page, /^Filter: /, 'Archived');
  // The replacement archives the rejected campaign.
  for (const name of [better, title]) await expect(card(name)).toBeVisible();
  await expect(card(brand.campaign)).toBeHidden();
});
