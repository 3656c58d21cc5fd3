import type { Page } from '@playwright/test';
import { expectUpToDate } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ loggedIn: false });

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByRole('textbox', { name: 'Password' });
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in' });

/** Delays the app's scripts, as a slow network does; returns a function that releases them. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const isTaken = (page: Page) => expect(page.locator('#root[data-early]')).toHaveCount(0);

test('the login form works before hydration and keeps early input, choices and submissions', async ({
  page,
  brand,
}) => {
  const release = await holdScripts(page);
  const logins: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/auth/login')) logins.push(request.url());
  });
  await page.goto('/', { waitUntil: 'commit' });
  await email(page).fill(brand.email);
  await password(page).pressSequentially(brand.password);
  const turning = () => logIn(page).evaluate((button) => getComputedStyle(button, '::after').animationName);
  expect(await turning()).toBe('none');
  await password(page).press('Enter');
  expect(await turning()).not.toBe('none');
  await logIn(page).click();
  // If the browser itself had submitted the form, the address would hold the password.
  expect(new URL(page.url()).search).toBe('');
  expect(logins).toEqual([]);

  release();
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
  // Without the typed values, the login would have failed and the campaigns wouldn't show.
  expect(logins).toHaveLength(1);
});

test('hydration keeps the same field elements', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await email(page).fill('half@northw');
  await password(page).fill('Half a pass');
  await email(page).evaluate((field: HTMLInputElement) => {
    Object.assign(globalThis, { earlyField: field });
    field.focus();
  });
  release();
  await isTaken(page);
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveValue('half@northw');
  await expect(password(page)).toHaveValue('Half a pass');
  // A replaced element would close a phone's keyboard and confuse password managers.
  expect(await email(page).evaluate((field) => Reflect.get(globalThis, 'earlyField') === field)).toBe(true);
  await logIn(page).click();
  await expect(page.getByText('Invalid email address.')).toBeVisible();
});

test('a phone in dark mode has a dark login from the first paint', async ({ page, browserName }) => {
  // Firefox's driver can't emulate dark mode, so the app's own setting is used there.
  if (browserName === 'chromium') await page.emulateMedia({ colorScheme: 'dark' });
  else
    await page.addInitScript(() => {
      if (origin !== 'null') localStorage.setItem('mantine-color-scheme-value', 'dark');
    });
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(logIn(page)).toBeVisible();
  const colours = () =>
    page.evaluate(() =>
      [document.body, ...document.querySelectorAll('main, h1, label, input, button, a')].map((element) => {
        const { color, backgroundColor, borderColor } = getComputedStyle(element);
        return [color, backgroundColor, borderColor];
      }),
    );
  const places = () =>
    page.locator('h1, label, input, button, nav a').evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height];
      }),
    );
  const before = { colours: await colours(), places: await places() };
  expect(before.colours[0]?.[1]).toBe('rgb(16, 22, 19)');
  release();
  await isTaken(page);
  expect({ colours: await colours(), places: await places() }).toEqual(before);
});

test.describe('a logged-in brand', () => {
  test.use({ loggedIn: true });

  test('never sees the login, online or offline', async ({ page, airplane }) => {
    // Checks every frame, since a single one is visible.
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('input[type="password"]')) sessionStorage.setItem('login-seen', 'yes');
        requestAnimationFrame(look);
      };
      if (origin !== 'null') look();
    });
    await page.goto('/');
    await expectUpToDate(page);
    await airplane.on();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('login-seen'))).toBeNull();
  });
});
