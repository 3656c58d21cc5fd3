import type { ReviewBrand } from '#tests/e2e/fixtures/server/brand.ts';
import { button, expectText, expectUpToDate, offerRow, openCampaign, syncBanner } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';
import type { Tab } from './phones/phone.ts';

/** Runs in a page: reads the states of its workers. */
async function readWorkers() {
  const registration = await navigator.serviceWorker.getRegistration();
  return { isWaiting: Boolean(registration?.waiting), active: registration?.active?.state };
}

/** Runs in a page: its time origin identifies the page load. */
const readLoad = () => performance.timeOrigin;

test.afterEach(({ server }) => server.release(null));

test('a new version waits for the user’s consent, then takes over', async ({ tab, brand, server }) => {
  await openCampaign(tab, brand);
  server.release('the next version');
  await tab.reload();
  await expectText(tab, syncBanner, 'Update ready');
  expect(await tab.evaluate(readWorkers)).toEqual({ isWaiting: true, active: 'activated' });
  await expectUpdated(tab, brand);
  await expectUpToDate(tab);
  await expectText(tab, offerRow(brand.drafts[0]), 'Review draft');
});

test('a new version takes over offline', async ({ tab, brand, cable, server }) => {
  await openCampaign(tab, brand);
  server.release('the next version');
  await tab.reload();
  await expectText(tab, syncBanner, 'Update ready');
  await cable.setMode({ kind: 'refuse' });
  await expectUpdated(tab, brand);
  await expectText(tab, offerRow(brand.drafts[0]), 'Review draft');
  await expectText(tab, syncBanner, /^Offline\. Showing data from /);
});

/** Accepts the update and waits until the page has reloaded under the new worker. */
async function expectUpdated(tab: Tab, { drafts: [draft] }: ReviewBrand): Promise<void> {
  // WebKit logs an error for each request that an unloaded page leaves unfinished, so wait for the page to load.
  await expectText(tab, offerRow(draft), 'Review draft');
  const before = await tab.evaluate(readLoad);
  await tab.press(button('Reload', syncBanner));
  await expect.poll(() => tab.evaluate(readLoad).catch(() => before)).not.toBe(before);
  await expect.poll(() => tab.evaluate(readWorkers)).toEqual({ isWaiting: false, active: 'activated' });
}
