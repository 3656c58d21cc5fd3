import { connectCountedCable } from '#tests/support/browsers/counted-cable.ts';
import { expect, test } from '../fixtures/test.ts';

/**
 * Limit for all bytes that a first visit to the login fetches, including response headers and the prefetched dashboard.
 */
const visitLimitBytes = 286_000;
/**
 * The same plus the worker and every screen, which it caches for offline starts. The inbox, the player, draft downloads
 * and the change stream take 24 KB of it; statements, receipts, proposals and changes to running campaigns take 23 KB.
 * The headers that make updates cheap take 6 KB, renaming a campaign takes 2 KB, and the worker's
 * separate parts take 1 KB.
 */
const installedLimitBytes = 557_000;

test.use({ loggedIn: false });

test('a first visit takes at most 286 KB, and the whole app 557 KB', async ({ page, server, browserName }) => {
  test.skip(browserName !== 'chromium', 'Only Chromium tells the bytes of each answer');
  const cable = await connectCountedCable(server.port);
  try {
    const session = await page.context().newCDPSession(page);
    let visitBytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      visitBytes += encodedDataLength;
    });
    await session.send('Network.enable');
    await page.goto(cable.url);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    expect(visitBytes).toBeLessThanOrEqual(visitLimitBytes);
    expect(cable.receivedBytes()).toBeLessThanOrEqual(installedLimitBytes);
  } finally {
    await cable.close();
  }
});
