import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

/** Attempts what an injected script would. @returns names of the attempts that the browser allowed */
const letThrough = (page: Page) =>
  page.evaluate(() => {
    const through: string[] = [];
    const attempt = (name: string, run: () => unknown) => {
      try {
        run();
        through.push(name);
      } catch {
        // Expected: the browser refused it.
      }
    };
    attempt('markup', () => Object.assign(document.createElement('div'), { innerHTML: '<img src="/x.png">' }));
    attempt('markup beside an element', () => document.body.insertAdjacentHTML('beforeend', '<img src="/x.png">'));
    attempt('the handler of an event', () => document.body.setAttribute('onclick', '1'));
    attempt('the text of a script', () => Object.assign(document.createElement('script'), { textContent: '1' }));
    return through;
  });

test.skip(({ browserName }) => browserName !== 'chromium', 'Firefox ESR has no Trusted Types');

test('the app and the creator’s page never turn text into markup or scripts', async ({
  page,
  server,
  brand,
  complaints,
}) => {
  await page.goto('/dashboard/campaigns');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  complaints.allow(/requires 'Trusted(HTML|Script)' assignment/);
  expect(await letThrough(page)).toEqual([]);

  await page.goto(`/c/${await server.creatorToken(brand.drafts[0].offerId)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await letThrough(page)).toEqual([]);
});
