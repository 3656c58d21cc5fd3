import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/looks/accessible.ts';
import { expectUpToDate, lookAt, openCampaign, syncBanner } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Submissions to review' }).getByRole('button');

test.describe('the inbox on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test('holds a decision, which can be undone, and sends it when the user leaves the app', async ({
    page,
    brand,
    server,
  }) => {
    const mine = new Set(brand.drafts.map(({ offerId }) => offerId));
    const decided = () => server.applied.filter(({ offerId }) => mine.has(offerId)).map(({ offerId }) => offerId);
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await expectUpToDate(page);
    await page.getByRole('link', { name: /^Review, \d+ to review$/ }).click();
    await expect(rows(page).first()).toBeVisible();
    const total = await rows(page).count();
    await page.goto(`/dashboard/review?offer=${draft.offerId}`);
    const dialog = page.getByRole('dialog', { name: draft.creator });
    // A single row: a second one would cover the caption.
    const { height } = (await dialog.getByRole('group', { name: 'Video controls' }).boundingBox()) ?? {};
    expect(height).toBe(44);
    await dialog.getByRole('button', { name: 'Approve draft' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Approving in \d s$/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(dialog.getByRole('button', { name: 'Approve draft' })).toBeVisible();
    expect(decided()).toEqual([]);

    await dialog.getByRole('button', { name: 'Approve draft' }).click();
    await expect(page.getByText(/^Approving in \d s$/)).toBeVisible();
    expect(decided()).toEqual([]);
    await lookAt(page, 'hidden');
    await expect.poll(decided).toEqual([draft.offerId]);
    expect(total).toBeGreaterThan(1);
  });
});

test.describe('the inbox by touch', () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

  test('moves between submissions by swipes from any starting point, and decides nothing', async ({
    page,
    brand,
    server,
  }) => {
    const applied = server.applied.length;
    await openCampaign(page, brand);
    await expectUpToDate(page);
    await page.goto('/dashboard/review');
    await expect(rows(page).first()).toBeVisible();
    const total = await rows(page).count();
    await rows(page).first().click();
    await page.getByText(`1 of ${total}`).waitFor();
    const client = await page.context().newCDPSession(page);
    const swipe = async (from: { x: number; y: number }, toX: number) => {
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
      for (let step = 1; step <= 8; step += 1) {
        const x = from.x + ((toX - from.x) * step) / 8;
        await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: from.y }] });
      }
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe({ x: 300, y: 300 }, 60);
    await page.getByText(`2 of ${total}`).waitFor();
    const approve = await page.getByRole('button', { name: /^Approve / }).boundingBox();
    await swipe({ x: 300, y: (approve?.y ?? 0) + 20 }, 60);
    await page.getByText(`3 of ${total}`).waitFor();
    await swipe({ x: 60, y: 300 }, 320);
    await page.getByText(`2 of ${total}`).waitFor();
    expect(server.applied.length).toBe(applied);
  });
});

test('the whole inbox is reviewed offline by keyboard, and each decision arrives once', async ({
  page,
  brand,
  airplane,
  server,
}) => {
  // Shows a list and a player side by side.
  await page.setViewportSize({ width: 1280, height: 800 });
  await openCampaign(page, brand);
  await expectUpToDate(page);
  await page.goto('/dashboard/review');
  await expect(rows(page).first()).toBeVisible();
  const total = await rows(page).count();
  await expectAccessible(page, 'inbox');
  await airplane.on();
  await page.reload();
  await expect(rows(page)).toHaveCount(total);
  await page.getByText(`1 of ${total}`).waitFor();
  await page.keyboard.press('r');
  await page.getByRole('heading', { name: 'Request changes' }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  for (let place = 2; place <= total; place += 1) {
    await page.getByText(`${place} of ${total}`).waitFor();
    await page.keyboard.press('a');
    const question = page.getByRole('dialog', { name: 'You haven’t watched this draft' });
    const end = page.getByRole('heading', { name: 'You’re all caught up' });
    const next = place < total ? page.getByText(`${place + 1} of ${total}`) : end;
    await question.or(next).first().waitFor();
    if (await question.isVisible()) await question.getByRole('button', { name: 'Approve anyway' }).click();
  }
  await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  await expect(page.getByText(`${total} still to be sent.`)).toBeVisible();
  await expect(syncBanner(page)).toContainText(`${total} actions waiting to send`);
  const before = server.applied.length;
  await airplane.off();
  await expect.poll(() => server.applied.length - before).toBe(total);
  await expectUpToDate(page);
  await expect(page.getByText('still to be sent')).toHaveCount(0);
  expect(server.applied.length - before).toBe(total);
});
