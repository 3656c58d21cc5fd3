import { eq } from 'drizzle-orm';
import { fulfillments } from '#server/database/tables/tables.ts';
import { expectAccessible } from '../fixtures/looks/accessible.ts';
import { expectUpToDate, openCampaign } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ viewport: { width: 360, height: 800 } });

test('the brief, the checks and an earlier version are available offline beside a draft', async ({
  page,
  brand,
  server,
  airplane,
}) => {
  const [draft] = brand.drafts;
  const asked = { brand_name: brand.name, note: 'Show the label', atSeconds: 4 };
  await server.db
    .update(fulfillments)
    .set({
      rejectedAt: new Date(),
      requestedChanges: [{ templateName: 'ENSURE_BRAND_VISIBILITY', variables: asked }],
    })
    .where(eq(fulfillments.id, draft.fulfillmentId));
  await server.given.submission(
    brand.id,
    draft.offerId,
    {
      ...{ attempt: 2, rejectedFulfillmentId: draft.fulfillmentId, fulfillment: '/media/demo/camping.mp4' },
      ...{ posterUrl: '/media/demo/camping.webp', caption: 'Second try #ad' },
      ...{ durationMs: 10_000, width: 720, height: 1280, hasSound: true },
    },
    new Date(),
  );
  await openCampaign(page, brand);
  await expectUpToDate(page);
  await airplane.on();
  await page.goto(`/dashboard/review?offer=${draft.offerId}`);
  const dialog = page.getByRole('dialog', { name: draft.creator });
  const video = dialog.locator('video');

  await dialog.getByRole('button', { name: 'Brief' }).click();
  await expect(dialog.getByText('Show the cup in the first 10 seconds')).toBeVisible();
  await expect(video).toBeInViewport();
  await dialog.getByRole('button', { name: /^Checks/ }).click();
  await expect(dialog.getByText('Show the cup in the first 10 seconds')).toBeHidden();
  const checks = dialog.getByRole('region', { name: 'Checks' });
  await expect(checks.getByText('Vertical, 720 × 1280')).toBeVisible();
  await expect(checks.getByText('#ad is in the caption')).toBeVisible();
  await expect(video).toBeInViewport();
  await expectAccessible(page, 'submission with its checks');
  await dialog.getByRole('button', { name: /^Checks/ }).click();

  await dialog.getByRole('button', { name: 'Version 1' }).click();
  await expect(video).toHaveAttribute('src', /coffee\.mp4$/);
  const remarks = dialog.getByRole('region', { name: 'Changes you requested on this version' });
  await expect(remarks).toContainText('Show the label');
  await expect(dialog.getByRole('button', { name: 'Approve draft' })).toHaveCount(0);
  await expectAccessible(page, 'earlier version');
  await dialog.getByRole('button', { name: 'Back to the current version' }).click();
  await expect(video).toHaveAttribute('src', /camping\.mp4$/);
  await expect(dialog.getByRole('button', { name: 'Approve draft' })).toBeVisible();
});
