import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { useLogOutRequested } from '#app/session/log-out-request.ts';
import { type OnboardingStep, onboardingSteps } from '#contract/brand/brand.ts';
import { billing } from '../billing/support/billing-api.ts';
import { aBrand, aSyncStatus } from '../support/examples.ts';
import { noNetwork, refusal } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';
import { aNewBrand, brandServer, onboard, open, openOnboarding, update } from './support/open-onboarding.tsx';

const bodyOf = (call: { body: unknown } | undefined) => (call?.body ?? {}) as { onboarding?: Record<string, boolean> };

function LogOutAsked() {
  return useLogOutRequested() ? 'asked' : 'not asked';
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the modal', () => {
  test('is hidden from a brand that has finished', async () => {
    const brand = aBrand();
    brandServer(brand);
    await open(brand);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is hidden if the flag is off', async () => {
    vi.stubEnv('VITE_ONBOARDING_ENABLED', 'false');
    const brand = aNewBrand('welcome');
    brandServer(brand);
    await open(brand);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(onboardingSteps.map((step, index) => [step, index + 1] as const))(
    'resumes at %s, the first unfinished step',
    async (step, place) => {
      const brand = aNewBrand(step);
      brandServer(brand);
      const { at, inside } = await openOnboarding(brand);
      expect(await at(place)).toBeTruthy();
      expect(inside.getByRole('progressbar').getAttribute('aria-label')).toBe(`Step ${place} of 9`);
    },
  );

  test('resumes at a skipped step', async () => {
    const brand = aNewBrand('payment');
    brand.onboarding.brandUrl = false;
    brandServer(brand);
    const { at } = await openOnboarding(brand);
    expect(await at(4)).toBeTruthy();
  });

  test('doesn’t repeat steps finished on another device since', async () => {
    brandServer(aNewBrand('payment'));
    const { at } = await openOnboarding(aNewBrand('welcome'), { isPainted: true });
    expect(await at(8)).toBeTruthy();
  });

  test('resumes where it was if the request fails', async () => {
    const { api } = brandServer(aNewBrand('payment'));
    api.on(billing.brand, noNetwork);
    const { at } = await openOnboarding(aNewBrand('brandUrl'), { isPainted: true });
    expect(await at(4)).toBeTruthy();
  });

  test('can’t be dismissed by keyboard', async () => {
    const brand = aNewBrand('welcome');
    brandServer(brand);
    const { user, inside, dialog } = await openOnboarding(brand);
    await user.keyboard('{Escape}');
    expect(dialog.isConnected).toBe(true);
    expect(inside.queryByRole('button', { name: /close/i })).toBeNull();
  });

  test('lets the user log out', async () => {
    const brand = aNewBrand('description');
    brandServer(brand);
    const { press } = await openOnboarding(brand);
    await press('Log out');
    renderWithApp(<LogOutAsked />);
    expect(await screen.findByText('asked')).toBeTruthy();
  });

  test('announces a new step by its title', async () => {
    const brand = aNewBrand('welcome');
    brandServer(brand);
    const { press, at, inside } = await openOnboarding(brand);
    expect(inside.queryByRole('button', { name: 'Back' })).toBeNull();
    await press('Get started');
    await at(2);
    const title = inside.getByRole('heading', { name: 'What does your brand do?' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(title.getAttribute('aria-describedby')).toBe(inside.getByText('Step 2 of 9').id);
  });
});

interface Case {
  step: OnboardingStep;
  /** The texts to type, by label. */
  typed: Record<string, string>;
  next: string;
  body: Record<string, unknown>;
  failure: string;
}

const cases: Case[] = [
  { step: 'welcome', typed: {}, next: 'Get started', body: {}, failure: 'Something went wrong.' },
  {
    step: 'description',
    typed: { 'Brand description': '  Coffee for long walks.  ' },
    next: 'Next',
    body: { description: 'Coffee for long walks.' },
    failure: 'Failed to update brand bio.',
  },
  {
    step: 'brandUrl',
    typed: { Website: 'http://www.northwind.test/de' },
    next: 'Next',
    body: { brandUrl: 'https://www.northwind.test/de' },
    failure: 'Failed to update brand website.',
  },
  {
    step: 'storeLocatorUrl',
    typed: { 'Store locator URL': 'northwind.test/stores' },
    next: 'Next',
    body: { storeLocatorUrl: 'https://northwind.test/stores' },
    failure: 'Failed to update store locator URL.',
  },
  {
    step: 'socialHandles',
    typed: { TikTok: '@north wind!', YouTube: 'north·wind', Instagram: 'north·wind' },
    next: 'Next',
    body: {
      tikTokHandle: 'north wind',
      youtubeHandle: 'north·wind',
      instagramHandle: 'northwind',
      facebookHandle: null,
    },
    failure: 'Failed to update social media handles.',
  },
  {
    step: 'initialFunding',
    typed: { 'Initial funding': '2,500' },
    next: 'Next',
    body: {},
    failure: 'Something went wrong.',
  },
];

describe.each(cases)('$step', ({ step, typed, next, body, failure }) => {
  const place = onboardingSteps.indexOf(step) + 1;
  const labels = Object.keys(typed);
  const show = async () => {
    const brand = aNewBrand(step);
    const server = brandServer(brand);
    const view = await openOnboarding(brand);
    await view.at(place);
    for (const [label, text] of Object.entries(typed)) await view.type(label, text);
    return { ...server, ...view };
  };

  test('saves its answer with its own flag in one call, and continues', async () => {
    const { press, at, saves, now } = await show();
    await press(next);
    expect(await at(place + 1)).toBeTruthy();
    expect(saves()).toHaveLength(1);
    const { onboarding, ...fields } = bodyOf(saves()[0]);
    expect(fields).toEqual(body);
    expect(onboarding).toEqual(Object.fromEntries(onboardingSteps.slice(0, place).map((done) => [done, true])));
    expect(now().onboarding[step]).toBe(true);
  });

  test('shows an error, keeps the input, and works on the next attempt', async () => {
    const { api, press, at, field } = await show();
    const before = labels.map((label) => field(label).value);
    for (const target of [update, onboard]) api.on(target, () => refusal(500, 'internal', 'Broken.'));
    await press(next);
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toBe(`${failure}Please try again.`);
    expect(labels.map((label) => field(label).value)).toEqual(before);
    brandServerAgain(api);
    await press(next);
    expect(await at(place + 1)).toBeTruthy();
  });

  test('keeps the input through an offline reload', async () => {
    const { api, press, unmount, field } = await show();
    const before = labels.map((label) => field(label).value);
    for (const target of [update, onboard]) api.on(target, noNetwork);
    await press(next);
    await screen.findByRole('alert');
    unmount();
    const again = await openOnboarding(aNewBrand(step));
    await again.at(place);
    expect(labels.map((label) => again.field(label).value)).toEqual(before);
  });

  test('shows that there is no network, and waits for one', async () => {
    const { inside } = await show();
    setSyncStatus(aSyncStatus({ online: false }));
    expect(await inside.findByText(/^You’re offline\. Your entries stay here/)).toBeTruthy();
    expect((inside.getByRole('button', { name: next }) as HTMLButtonElement).disabled).toBe(true);
    setSyncStatus(aSyncStatus({ online: true }));
    await waitFor(() => expect((inside.getByRole('button', { name: next }) as HTMLButtonElement).disabled).toBe(false));
  });

  /** Makes the server accept the step again; only its response matters here. */
  function brandServerAgain(api: ReturnType<typeof brandServer>['api']) {
    const done = aNewBrand(onboardingSteps[place] ?? 'complete');
    api.on(update, () => done);
    api.on(onboard, () => done);
  }
});

describe('an onboarding field', () => {
  test.each<[OnboardingStep, string, string, string]>([
    ['description', 'Brand description', 'Too short', 'Description must be at least 10 characters long'],
    ['description', 'Brand description', 'x'.repeat(130), 'Description must be less than 130 characters long'],
    ['brandUrl', 'Website', '', 'Website is required'],
    ['brandUrl', 'Website', 'nowhere', 'Enter a web address such as www.example.com'],
    ['storeLocatorUrl', 'Store locator URL', 'no where', 'Enter a web address such as www.example.com'],
    ['socialHandles', 'TikTok', '@ !', 'At least one social media handle is required'],
    ['initialFunding', 'Initial funding', '', 'Initial funding is required'],
    ['initialFunding', 'Initial funding', 'a lot', 'Initial funding must be a number'],
    ['initialFunding', 'Initial funding', '99', 'Initial funding must be at least $100'],
  ])('%s: %s %j is refused: %s', async (step, label, text, problem) => {
    const brand = aNewBrand(step);
    const { saves } = brandServer(brand);
    const { type, press, inside, field } = await openOnboarding(brand);
    await type(label, text);
    await press('Next');
    expect(await inside.findByText(problem)).toBeTruthy();
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(saves()).toEqual([]);
  });

  test('a description has 10 to 129 characters', async () => {
    const brand = aNewBrand('description');
    const { now } = brandServer(brand);
    const { type, press, at } = await openOnboarding(brand);
    await type('Brand description', 'x'.repeat(129));
    await press('Next');
    await at(3);
    expect(now().description).toHaveLength(129);
  });

  test('has no store locator if none is given, and saves null', async () => {
    const brand = aNewBrand('storeLocatorUrl', { storeLocatorUrl: 'https://northwind.test/stores' });
    const { now } = brandServer(brand);
    const { type, press, at } = await openOnboarding(brand);
    await type('Store locator URL', '');
    await press('Skip');
    await at(6);
    expect(now().storeLocatorUrl).toBeNull();
  });

  test('isn’t shown to another brand', async () => {
    localStorage.setItem('afield-onboarding', JSON.stringify({ brandId: 'brd_2', typed: { brandUrl: 'theirs.test' } }));
    const brand = aNewBrand('brandUrl');
    brandServer(brand);
    const { field } = await openOnboarding(brand);
    expect(field('Website').value).toBe('');
  });
});

test('Back and Next move through finished steps without saving them again', async () => {
  const brand = aNewBrand('socialHandles', { brandUrl: 'https://northwind.test' });
  const { saves } = brandServer(brand);
  const { press, at, field } = await openOnboarding(brand);
  await at(6);
  await press('Back');
  await at(5);
  await press('Back');
  await at(4);
  expect(field('Website').value).toBe('northwind.test');
  await press('Next');
  await at(5);
  await press('Skip');
  await at(6);
  expect(saves()).toEqual([]);
});
