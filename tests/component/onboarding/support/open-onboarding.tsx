import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { writeSession } from '#api/session/session.ts';
import { type Brand, type BrandUpdate, type OnboardingStep, onboardingSteps } from '#contract/brand/brand.ts';
import { brandQuery } from '#features/auth/queries.ts';
import { FundsWatch } from '#features/billing/attempt/FundsWatch.tsx';
import { Onboarding } from '#features/onboarding/Onboarding.tsx';
import { billing, billingApi } from '#tests/component/billing/support/billing-api.ts';
import { aBrand, aSession } from '#tests/component/support/examples.ts';
import { renderWithApp, testQueryClient } from '#tests/component/support/render.tsx';
import '#features/onboarding/OnboardingModal.tsx';

export const update = 'PUT /brand/v1.0/brands/current';
export const onboard = 'POST /brand/v1.0/brands/current/onboard';
export const upload = 'POST /brand/v1.0/storage/upload';

/** A brand with only a name that has finished every step before `step`. */
export const aNewBrand = (step: OnboardingStep, part: Partial<Brand> = {}): Brand =>
  aBrand({
    description: null,
    brandUrl: null,
    tikTokHandle: null,
    availableBalanceCents: 0,
    pendingBalanceCents: 0,
    onboarding: Object.fromEntries(
      onboardingSteps.map((each, index) => [each, index < onboardingSteps.indexOf(step)]),
    ) as Brand['onboarding'],
    ...part,
  });

/** A server that saves changes of the brand and simulates the payment providers. */
export function brandServer(initial: Brand) {
  let brand = initial;
  const api = billingApi();
  const change = ({ onboarding, ...fields }: BrandUpdate) => {
    brand = { ...brand, ...fields, onboarding: { ...brand.onboarding, ...onboarding } } as Brand;
    return brand;
  };
  const take = ({ body }: { body: unknown }) => change(body as BrandUpdate);
  api.on(update, take);
  api.on(onboard, take);
  api.on(billing.brand, () => brand);
  api.on(billing.funds, ({ body }) => {
    const { amountCents } = body as { amountCents: number };
    return change({ availableBalanceCents: brand.availableBalanceCents + (amountCents ?? 100_000) } as BrandUpdate);
  });
  return {
    api,
    change,
    now: () => brand,
    saves: () => api.calls.filter(({ method, path }) => method !== 'GET' && path.includes('brands/current')),
  };
}

function Page() {
  const known = useQuery({ ...brandQuery(), enabled: false }).data !== undefined;
  return (
    <>
      <h1>The dashboard</h1>
      {known && <Onboarding />}
      <FundsWatch />
    </>
  );
}

/**
 * The page of a brand that the server has; rendering it again acts as a reload.
 * @param isPainted the brand comes from the stored first paint and is refetched
 */
export async function open(brand: Brand, { isPainted = false } = {}) {
  writeSession(aSession());
  const queryClient = testQueryClient();
  queryClient.setQueryData(brandQuery().queryKey, brand);
  if (isPainted) void queryClient.invalidateQueries({ refetchType: 'none' });
  const view = renderWithApp(<Page />, { queryClient, path: '/dashboard/campaigns' });
  await screen.findByText('The dashboard');
  return view;
}

/** The open modal and its actions. */
export async function openOnboarding(brand: Brand, options?: { isPainted?: boolean }) {
  const view = await open(brand, options);
  const { user } = view;
  const dialog = await screen.findByRole('dialog', { name: 'Set up your brand' });
  const inside = within(dialog);
  return {
    ...view,
    dialog,
    inside,
    at: (place: number) => inside.findByText(`Step ${place} of 9`),
    field: (label: string) => inside.getByLabelText(label) as HTMLInputElement,
    type: async (label: string, text: string) => {
      const field = inside.getByLabelText(label);
      await user.clear(field);
      if (text) {
        await user.click(field);
        await user.paste(text);
      }
    },
    press: (name: string | RegExp) => user.click(inside.getByRole('button', { name })),
    isGone: () =>
      waitFor(() => {
        if (screen.queryByRole('dialog', { name: 'Set up your brand' })) throw new Error('It is still open');
      }),
  };
}
