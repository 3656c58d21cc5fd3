import { devices, type Page } from 'playwright';
import { type OwnChromium, startOwnChromium } from '#tests/support/browsers/own-chromium.ts';

const phone = devices['Pixel 7'];

export interface BenchBrowser extends OwnChromium {
  readonly version: string;
  /** A new tab of a phone's size. */
  newTab(): Promise<Page>;
}

/** Starts Chromium with its own profile, whose storage persists from tab to tab. */
export async function startBrowser(profileDir: string): Promise<BenchBrowser> {
  const own = await startOwnChromium(profileDir);
  return {
    ...own,
    version: `Chromium ${own.browser.version()}`,
    async newTab() {
      const page = await own.context.newPage();
      await page.setViewportSize(phone.viewport);
      return page;
    },
  };
}

export interface LoggedIn {
  /** Time from the tap on "Log in" to the first rows. */
  rowsMs: number;
  /** Time from the tap on "Log in" until all data is stored and available offline. */
  storedMs: number;
}

/** Logs in as a user would, and waits until the whole brand is stored. */
export async function logInAndStore(page: Page, address: string, login: Record<'email' | 'password', string>) {
  await page.goto(address);
  await page.getByLabel('Email').fill(login.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(login.password);
  // Wait for the worker first, or its installation would be measured, too.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const startedAt = performance.now();
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('li[aria-posinset]').first().waitFor();
  const rowsMs = performance.now() - startedAt;
  const banner = page.getByRole('status', { name: 'Sync status' });
  await banner.getByText('Up to date').waitFor({ timeout: 300_000 });
  return { rowsMs, storedMs: performance.now() - startedAt } satisfies LoggedIn;
}
