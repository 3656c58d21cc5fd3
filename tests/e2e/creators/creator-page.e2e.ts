import { eq } from 'drizzle-orm';
import type { RequestedChange } from '#contract/brand/requested-changes.ts';
import { offerMoves } from '#server/database/tables/offer-tables.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';
import { offersByStage } from '#tests/component/support/creator-offer.ts';
import { moveNow } from '#tests/support/calls/offers.ts';
import { expectAccessible } from '../fixtures/looks/accessible.ts';
import type { AppServer } from '../fixtures/server/app-server.ts';
import type { ReviewBrand } from '../fixtures/server/brand.ts';
import { expectUpToDate } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

const moves = { method: 'POST', pathPattern: /\/creator\/v1\.0\/offer\/moves$/ };

/** An offer waiting for its creator's response, and the path of its link. */
async function invited(server: AppServer, brand: ReviewBrand) {
  const creatorId = await server.given.creator(brand.id, {
    firstName: 'Ada',
    username: `ada.${newId('off').slice(-8).toLowerCase()}`,
  });
  const offerId = await server.given.offer(brand.id, brand.campaignId, { creatorId, stageEnteredAt: new Date() });
  return { offerId, path: `/c/${await server.creatorToken(offerId)}` };
}

const movesOf = async (server: AppServer, offerId: string) =>
  (await server.db.select({ move: offerMoves.move }).from(offerMoves).where(eq(offerMoves.offerId, offerId))).map(
    ({ move }) => move,
  );

test.use({ loggedIn: false, viewport: { width: 360, height: 800 } });

test.describe('a creator with an emailed link', () => {
  test('accepts once despite a lost response', async ({ page, server, brand, cable }) => {
    const { offerId, path } = await invited(server, brand);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: brand.campaign })).toBeVisible();
    await cable.setMode({ kind: 'lose-answer', match: moves, times: 1 });
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByText('You accepted the offer.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Send your draft' })).toBeFocused();
    await cable.setMode({ kind: 'pass' });
    expect((await movesOf(server, offerId)).filter((move) => move === 'accept')).toEqual(['accept']);
  });

  test('keeps a half-typed address when the network and the page are lost', async ({ page, server, brand, cable }) => {
    await server.db
      .update(campaigns)
      .set({ asks: ['PACKAGE', 'DRAFT'] })
      .where(eq(campaigns.id, brand.campaignId));
    const { offerId, path } = await invited(server, brand);
    await page.goto(path);
    await page.getByRole('button', { name: 'Accept' }).click();
    const address = page.getByLabel('Name and address');
    await address.fill('Ada Byron\n12 Mill Lane');

    await cable.setMode({ kind: 'refuse' });
    await expect(page.reload()).rejects.toThrow();
    // The browser's own error page loads after the rejection and would replace the next page.
    await page.waitForURL('chrome-error://chromewebdata/');
    await cable.setMode({ kind: 'pass' });
    await page.goto(path);
    await expect(address).toHaveValue('Ada Byron\n12 Mill Lane');

    await cable.setMode({ kind: 'refuse' });
    await page.getByRole('button', { name: 'Send address' }).click();
    await expect(page.getByText(/^No connection. Your address will be sent when/)).toBeVisible();
    await cable.setMode({ kind: 'pass' });
    await expect(page.getByText('Address sent.')).toBeVisible();
    expect((await movesOf(server, offerId)).filter((move) => move === 'give-address')).toEqual(['give-address']);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Mill Lane');
  });

  test('opens the link without changing anything, and sees an error for an invalid link', async ({
    page,
    server,
    brand,
    complaints,
  }) => {
    const { offerId, path } = await invited(server, brand);
    const before = await movesOf(server, offerId);
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
    expect(await movesOf(server, offerId)).toEqual(before);
    complaints.allow(/status of 401/);
    await page.route('**/creator/v1.0/offer', (route) =>
      route.fulfill({ status: 401, json: { code: 'unauthorized', message: 'No.' } }),
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    await expectAccessible(page, 'a link that opens nothing');
  });

  test('sees each remark with the video frame at its second', async ({ page, server, brand }) => {
    const [{ offerId }] = brand.drafts;
    const remark = (atSeconds: number): RequestedChange => ({
      templateName: 'CUSTOM',
      variables: { reason: '', note: `About second ${atSeconds}.`, atSeconds },
    });
    const clock = { now: () => new Date() };
    const input = { requestedChanges: [remark(2), remark(9)] };
    await moveNow({ ...server, clock }, brand.id, { move: 'request-changes', input, offerId, by: 'brand' });
    await page.goto(`/c/${await server.creatorToken(offerId)}`);
    const frames = page.getByRole('button', { name: /^Play your draft from 0:0/ });
    await expect(frames).toHaveCount(2);
    const pictures: string[] = [];
    for (const frame of await frames.all()) {
      await frame.scrollIntoViewIfNeeded();
      await expect(frame).toHaveAttribute('data-drawn', 'true');
      pictures.push(await frame.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()));
    }
    // The frames differ and none is blank.
    expect(new Set(pictures).size).toBe(2);
    for (const picture of pictures) expect(picture.length).toBeGreaterThan(5_000);
  });

  test('every stage of the page is accessible', async ({ page, complaints }) => {
    test.slow();
    // These drafts have no files.
    complaints.allowNetworkFailures();
    for (const [stage, offer] of Object.entries(offersByStage)) {
      await page.route('**/creator/v1.0/offer', (route) => route.fulfill({ json: offer() }));
      await page.goto('/c/off_1.1.abc');
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expectAccessible(page, stage);
      await page.unroute('**/creator/v1.0/offer');
    }
  });
});

test.describe('a device where a brand is logged in', () => {
  test.use({ loggedIn: true });

  test('has its worker leave the link to the server', async ({ page, server, brand }) => {
    await page.goto('/dashboard/campaigns');
    await expectUpToDate(page);
    const { path } = await invited(server, brand);
    const opened = await page.goto(path);
    expect(opened?.fromServiceWorker()).toBe(false);
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  });
});
