import type { Locator } from '@playwright/test';
import type { FaultMode } from '#tests/faults/modes.ts';
import { expectAccessible } from '../fixtures/looks/accessible.ts';
import { expectToast } from '../fixtures/looks/toasts.ts';
import { type BrandAccount, makeBrand } from '../fixtures/server/brand.ts';
import { atStep, expectFunded, fundsAdded, payWithConfirmation, press, steps } from '../fixtures/steps/onboarding.ts';
import { test as base, expect, storageWith } from '../fixtures/test.ts';

/** A newly approved brand with nothing but a name. */
const test = base.extend<{ newcomer: BrandAccount; modal: Locator }>({
  newcomer: async ({ server }, use) => {
    await use(await makeBrand(server, { description: null, onboarding: {} }));
  },
  storageState: async ({ server, newcomer, cable }, use) => {
    await use(storageWith(await server.sessionOf(newcomer.id), cable.url));
  },
  modal: async ({ page }, use) => {
    await use(page.getByRole('dialog', { name: 'Set up your brand' }));
  },
});

test('a new brand completes its profile, pays with a card that requires confirmation, and reaches the dashboard', async ({
  page,
  modal,
  newcomer,
  server,
}) => {
  await page.goto('/');
  for (const { title, fill, next } of steps) {
    await atStep(modal, title);
    await fill(modal);
    await press(modal, next);
  }
  await atStep(modal, 'Finalize and pay');
  await payWithConfirmation(page, modal);
  await expectFunded(page, modal);
  expect(await fundsAdded(server, newcomer.id)).toEqual([75_000]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await expect(modal).toBeHidden();
});

const cuts: { name: string; mode(match: { method?: string; pathPattern: RegExp }): FaultMode }[] = [
  { name: 'the answer is lost', mode: (match) => ({ kind: 'lose-answer', match }) },
  { name: 'the question is lost', mode: (match) => ({ kind: 'reset', match }) },
];

for (const { name, mode } of cuts) {
  test(`nothing is lost or repeated if ${name} and the page is reloaded at every step`, async ({
    page,
    modal,
    cable,
    newcomer,
    server,
  }) => {
    await page.goto('/');
    for (const { title, fill, filled, next, call } of steps) {
      await atStep(modal, title);
      await fill(modal);
      await cable.setMode(
        mode({ pathPattern: call, method: title === 'Welcome' || /start with/.test(title) ? 'POST' : 'PUT' }),
      );
      await press(modal, next);
      await expectToast(page, 'Please try again.');
      await cable.setMode({ kind: 'pass' });
      await page.reload();
      await expect(modal.getByRole('heading')).toBeVisible();
      // If the request reached the server before the cut, the next step is open instead.
      if (await modal.getByRole('heading', { name: title }).isVisible()) {
        await filled?.(modal);
        await press(modal, next);
      }
    }
    await atStep(modal, 'Finalize and pay');
    await cable.setMode(mode({ pathPattern: /\/billing\/funds/, method: 'POST' }));
    await payWithConfirmation(page, modal);
    await expect(modal.getByText("We're checking with your bank. Don't pay again.")).toBeVisible();
    await page.reload();
    await expect(modal.getByText("We're checking with your bank. Don't pay again.")).toBeVisible();
    await cable.setMode({ kind: 'pass' });
    await expect(modal.getByText('$750.00 is in your account.')).toBeVisible();
    await press(modal, 'Next');
    await expectFunded(page, modal);
    expect(await fundsAdded(server, newcomer.id)).toEqual([75_000]);
  });
}

test('onboarding shows that it is offline, keeps the input and allows logging out', async ({
  page,
  modal,
  airplane,
}) => {
  await page.goto('/');
  await press(modal, 'Get started');
  await modal.getByLabel('Brand description').fill('Tea from the harbour.');
  await airplane.on();
  await expect(modal.getByText(/^You’re offline\. Your entries stay here/)).toBeVisible();
  await expect(modal.getByRole('button', { name: 'Next' })).toBeDisabled();
  await airplane.off();
  await expect(modal.getByRole('button', { name: 'Next' })).toBeEnabled();
  await expect(modal.getByLabel('Brand description')).toHaveValue('Tea from the harbour.');
  await press(modal, 'Log out');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('afield-onboarding'))).toBeNull();
});

for (const width of [360, 1280]) {
  test.describe(`at ${width} px,`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('onboarding is accessible', async ({ page, modal }) => {
      await page.goto('/');
      for (const { title, fill, filled, next } of steps) {
        await atStep(modal, title);
        if (filled && next === 'Next' && !/stores|start with/.test(title)) {
          await press(modal, next);
          await expect(modal.getByText(/ is required$|at least 10 characters long$/)).toBeVisible();
        }
        await expectAccessible(page, title);
        await fill(modal);
        await press(modal, next);
      }
      await atStep(modal, 'Finalize and pay');
      await expect(modal.getByLabel('Card number')).toBeVisible();
      await expectAccessible(page, 'Finalize and pay');
      await payWithConfirmation(page, modal);
      await atStep(modal, 'Your brand account is ready');
      await expectAccessible(page, 'Your brand account is ready');
    });
  });
}
