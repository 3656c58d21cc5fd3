import { act, screen, waitFor, within } from '@testing-library/react';
import { writeSession } from '#api/session/session.ts';
import { openWizard, type WizardRequest } from '#app/shell/wizard-request.ts';
import type { Brand, BrandUpdate, Tag } from '#contract/brand/brand.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { brandQuery } from '#features/auth/queries.ts';
import { AddFunds } from '#features/billing/AddFunds.tsx';
import { CampaignWizard } from '#features/wizard/CampaignWizard.tsx';
import { brandApi } from '#tests/component/support/brand-api.ts';
import { aBrand, aSession } from '#tests/component/support/examples.ts';
import { renderWithApp, testQueryClient } from '#tests/component/support/render.tsx';

// Lazy modules are transformed on first import, which is slow while other tests run, so load them before the first
// test.
import '#features/billing/AddFundsDialog.tsx';
import '#features/wizard/WizardModal.tsx';
import '#features/wizard/creation/CreationWatch.tsx';

export const create = 'POST /brand/v1.0/campaigns';
export const update = 'PUT /brand/v1.0/brands/current';
export const tagsTarget = 'GET /brand/v1.0/tags';

export const tags: Tag[] = ['All', 'Beauty', 'Outdoors', 'Travel'].map((name) => ({
  id: `tag_${name.toLowerCase()}`,
  name,
}));

/** A server that saves changes of the brand and creates each requested campaign. */
export function wizardServer({ brand: given = aBrand(), campaigns = [] as Campaign[] } = {}) {
  let brand: Brand = given;
  const api = brandApi({ brand: given, campaigns });
  api.on('GET /brand/v1.0/brands/current', () => brand);
  api.on(update, ({ body }) => {
    brand = { ...brand, ...(body as BrandUpdate) } as Brand;
    return brand;
  });
  api.on(tagsTarget, () => tags);
  api.on(create, () => ({ id: 'cmp_new' }));
  return { ...api, keysOf: () => api.to(create).map(({ headers }) => headers.get('Idempotency-Key')) };
}

/** A page with the wizard, closed unless `request` opens it; rendering it again acts as a reload. */
export async function openPage(request: WizardRequest | null, brand: Brand = aBrand()) {
  writeSession(aSession());
  if (request !== null) act(() => openWizard(request));
  const queryClient = testQueryClient();
  queryClient.setQueryData(brandQuery().queryKey, brand);
  const view = renderWithApp(
    <>
      <h1>The dashboard</h1>
      <CampaignWizard />
      <AddFunds />
    </>,
    { queryClient, path: '/dashboard/campaigns' },
  );
  await screen.findByText('The dashboard');
  return { ...view, path: () => view.router.state.location.pathname };
}

/** The open wizard and its actions. */
export async function open({
  request = { kind: 'new' } as WizardRequest | null,
  brand = aBrand(),
  name = /^(New Campaign|Edit & Resubmit)/,
} = {}) {
  const view = await openPage(request, brand);
  const { user } = view;
  const dialog = await screen.findByRole('dialog', { name });
  const inside = within(dialog);
  await inside.findAllByRole('heading');
  const press = (label: string | RegExp) => user.click(inside.getByRole('button', { name: label }));
  const type = async (label: string, text: string) => {
    const field = inside.getByLabelText(label);
    await user.clear(field);
    if (text) {
      await user.click(field);
      await user.paste(text);
    }
  };
  const at = (title: string) => inside.findByRole('heading', { name: title });
  return {
    ...view,
    dialog,
    inside,
    press,
    type,
    at,
    field: (label: string) => inside.getByLabelText(label) as HTMLInputElement,
    button: (label: string | RegExp) => inside.getByRole('button', { name: label }) as HTMLButtonElement,
    tab: (label: string) => inside.getByRole('tab', { name: label }) as HTMLButtonElement,
    /** Fills in an empty Overview and continues to the last step. */
    fill: async ({ title = 'Spring roast', budget = '500' } = {}) => {
      await type('Title', title);
      await press('Next');
      await at('What should creators do?');
      await press('Next');
      await at('Which creators should take part?');
      await user.click(inside.getByLabelText('Outdoors'));
      await press('Next');
      await at('How many views do you want?');
      await type('Budget', budget);
      await press('Next');
      await at('Ready to submit?');
    },
    isClosed: () =>
      waitFor(() => {
        if (screen.queryByRole('dialog', { name })) throw new Error('The wizard is still open');
      }),
  };
}

/** The wizard at Guidelines, with Overview filled in. */
export async function openGuidelines() {
  const view = await open();
  await view.type('Title', 'Spring roast');
  await view.press('Next');
  await view.at('What should creators do?');
  return view;
}
