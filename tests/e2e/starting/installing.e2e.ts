import { startOwnChromium } from '#tests/support/browsers/own-chromium.ts';
import { campaignTitle, expectUpToDate, openCampaign, syncBanner } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test('the app is installable, with every icon and screenshot in its manifest', async ({
  cable,
  profile,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'Only Chromium says what hinders an installation');
  // An incognito context is never installable, so the browser has its own profile.
  const chromium = await startOwnChromium(profile);
  try {
    const page = await chromium.context.newPage();
    await page.goto(cable.url);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const session = await chromium.context.newCDPSession(page);
    await expect
      .poll(async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors)
      .toEqual([]);
    const { errors, data = '{}', url } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data) as {
      id: string;
      background_color: string;
      user_preferences: { color_scheme: { dark: { background_color: string } } };
      icons: { src: string; sizes: string; purpose?: string }[];
      screenshots: { src: string; sizes: string }[];
      shortcuts: { url: string }[];
    };
    expect(manifest.id).toBeTruthy();
    expect(manifest.icons.some(({ purpose }) => purpose?.includes('maskable'))).toBe(true);
    expect(manifest.screenshots.length).toBeGreaterThan(0);
    expect(manifest.shortcuts.length).toBeGreaterThan(0);
    expect(manifest.user_preferences.color_scheme.dark.background_color).not.toBe(manifest.background_color);
    const images = [...manifest.icons, ...manifest.screenshots].filter(({ sizes }) => sizes !== 'any');
    for (const { src, sizes } of images) {
      const size = await page.evaluate(async (address) => {
        const bitmap = await createImageBitmap(await (await fetch(address)).blob());
        return `${bitmap.width}x${bitmap.height}`;
      }, new URL(src, url).href);
      expect(sizes, src).toContain(size);
    }
    const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
    expect((await page.request.get(new URL(touchIcon ?? 'none', cable.url).href)).headers()['content-type']).toBe(
      'image/png',
    );
  } finally {
    await chromium.close();
  }
});

test('an iPhone gets a start-up image of its exact size, in light and in dark', async ({ page, cable }) => {
  await page.goto(cable.url);
  const links = await page.locator('link[rel="apple-touch-startup-image"]').evaluateAll((all) =>
    Promise.all(
      (all as HTMLLinkElement[]).map(async ({ href, media }) => {
        const bitmap = await createImageBitmap(await (await fetch(href)).blob());
        return { media, size: `${bitmap.width}x${bitmap.height}` };
      }),
    ),
  );
  const sizeFor = (screen: { width: number; height: number; scale: number }, scheme: string) =>
    links.filter(({ media }) => {
      const conditions = [
        `(device-width: ${screen.width}px)`,
        `(device-height: ${screen.height}px)`,
        `(-webkit-device-pixel-ratio: ${screen.scale})`,
        `(prefers-color-scheme: ${scheme})`,
      ];
      return conditions.every((condition) => media.includes(condition));
    });
  for (const scheme of ['light', 'dark']) {
    // Sizes of an iPhone SE, 16 and 17 Pro Max.
    expect(sizeFor({ width: 375, height: 667, scale: 2 }, scheme)).toMatchObject([{ size: '750x1334' }]);
    expect(sizeFor({ width: 393, height: 852, scale: 3 }, scheme)).toMatchObject([{ size: '1179x2556' }]);
    expect(sizeFor({ width: 440, height: 956, scale: 3 }, scheme)).toMatchObject([{ size: '1320x2868' }]);
  }
  for (const { media, size } of links) {
    const [, width, height, scale] = /width: (\d+)px\).*height: (\d+)px\).*ratio: (\d)/.exec(media)?.map(Number) ?? [];
    expect(size, media).toBe(`${(width ?? 0) * (scale ?? 0)}x${(height ?? 0) * (scale ?? 0)}`);
  }
});

test.describe('a browser without an install prompt', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  });

  test('shows how to install the app, until dismissed', async ({ page, brand }) => {
    await page.goto('/dashboard/campaigns');
    await expect(page.getByRole('link', { name: brand.campaign })).toBeVisible();
    const hint = page.getByRole('region', { name: 'Install Afield' });
    await expect(hint).toContainText('Add to Home Screen');
    // The icon is part of the sentence: its middle is within the line that begins with "Tap".
    const inLine = await hint.locator('p', { hasText: 'Add to Home Screen' }).evaluate((sentence) => {
      const range = document.createRange();
      range.setStart(sentence, 0);
      range.setEnd(sentence, 1);
      const [word, icon] = [range.getBoundingClientRect(), sentence.querySelector('svg')?.getBoundingClientRect()];
      const middle = icon ? (icon.top + icon.bottom) / 2 : Number.NaN;
      return middle > word.top && middle < word.bottom;
    });
    expect(inLine).toBe(true);
    await hint.getByRole('button', { name: 'Dismiss' }).click();
    await expect(hint).toBeHidden();
    await page.reload();
    await expectUpToDate(page);
    await expect(hint).toBeHidden();
  });

  test('shows a hint that doesn’t cover the end of a page at any text size', async ({ page, brand }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await openCampaign(page, brand);
    const hint = page.getByRole('region', { name: 'Install Afield' });
    const roomBelowPagePx = () =>
      hint.evaluate((element) => {
        scrollTo(0, document.documentElement.scrollHeight);
        const end = document.querySelector('main')?.lastElementChild?.getBoundingClientRect().bottom ?? Number.NaN;
        return element.getBoundingClientRect().top - end;
      });
    await expect.poll(roomBelowPagePx).toBeGreaterThanOrEqual(8);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expect.poll(roomBelowPagePx).toBeGreaterThanOrEqual(8);
  });
});

test.describe('the first installation', () => {
  test.use({ loggedIn: false });

  test('doesn’t reload a loaded page while the user types', async ({ page, cable }) => {
    await cable.setMode({ kind: 'delay', ms: 3000, match: { pathPattern: /\/icons\/icon-512/ } });
    await page.goto('/');
    await page.goto('/signup');
    await page.getByLabel('Email').fill('someone@brands.test');
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByText('Name is required.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('someone@brands.test');
  });
});

test('a new version waits for the user’s consent, then takes over', async ({ page, brand, server }) => {
  await openCampaign(page, brand);
  const scriptOf = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return { waits: Boolean(registration?.waiting), active: registration?.active?.state };
    });
  server.release('the next version');
  try {
    await page.reload();
    await expect(syncBanner(page)).toContainText('Update ready');
    expect(await scriptOf()).toEqual({ waits: true, active: 'activated' });
    await Promise.all([page.waitForEvent('load'), syncBanner(page).getByRole('button', { name: 'Reload' }).click()]);
    await expectUpToDate(page);
    expect(await scriptOf()).toEqual({ waits: false, active: 'activated' });
  } finally {
    server.release(null);
  }
});

test('changed settings reach an installed app with their policy, and persist offline', async ({
  page,
  brand,
  server,
  airplane,
}) => {
  await openCampaign(page, brand);
  const start = async () => {
    const response = await page.reload();
    expect(response?.fromServiceWorker()).toBe(true);
    const settings = await page.locator('meta[name="afield-settings"]').getAttribute('content');
    return { settings, policy: response?.headers()['content-security-policy'] ?? '' };
  };
  const before = await start();
  expect([before.settings, before.policy]).toEqual(['{}', expect.not.stringContaining('paypal')]);
  server.setSettings({ paypalClientId: 'client-1' });
  const after = { settings: '{"paypalClientId":"client-1"}', policy: expect.stringContaining('https://*.paypal.com') };
  try {
    await expect.poll(start, { intervals: [5000] }).toEqual(after);
    await airplane.on();
    expect(await start()).toEqual(after);
    await expect(campaignTitle(page, brand.campaign)).toBeVisible();
  } finally {
    server.setSettings(null);
  }
});
