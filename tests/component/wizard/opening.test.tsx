import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { aBrand } from '../support/examples.ts';
import { openApp } from '../support/open-app.tsx';
import { scrollablePage } from '../support/scrolling.ts';
import { wizardServer } from './support/open-wizard.tsx';

const rejected = aCampaign({
  id: 'cmp_2',
  name: 'Win a car',
  approvalStatus: 'REJECTED',
  rejectionReason: 'Prizes are not allowed.',
  CPMWorker: null,
});

beforeEach(() => {
  scrollablePage();
});

const wizard = (name: string | RegExp = 'New Campaign') => screen.findByRole('dialog', { name });

test('a URL parameter opens the wizard, and is then removed', async () => {
  wizardServer();
  const { address } = openApp('/dashboard/campaigns?create-campaign=true');
  expect(await wizard()).toBeTruthy();
  expect(address()).toBe('/dashboard/campaigns');
});

test('the URL’s filter stays when the wizard opens', async () => {
  wizardServer();
  const { address } = openApp('/dashboard/campaigns?filter=active&create-campaign=true');
  expect(await wizard()).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/dashboard/campaigns?filter=active'));
});

test('the sidebar and an empty list open the wizard', async () => {
  wizardServer();
  const { user } = openApp('/dashboard/campaigns');
  expect(await screen.findByText('No campaigns found')).toBeTruthy();
  const buttons = screen.getAllByRole('button', { name: 'New Campaign' });
  expect(buttons).toHaveLength(3);
  for (const button of buttons) {
    await user.click(button);
    await user.click(within(await wizard()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Campaign' })).toBeNull());
  }
});

describe('a rejected campaign', () => {
  test('is edited from its hint in the list', async () => {
    wizardServer({ campaigns: [rejected] });
    const { user } = openApp('/dashboard/campaigns');
    await user.click(await screen.findByRole('button', { name: 'Why it was rejected: Win a car' }));
    await user.click(await screen.findByRole('button', { name: 'Edit & Resubmit' }));
    expect(await wizard(/^Edit & Resubmit ?: Win a car$/)).toBeTruthy();
  });

  test('is edited from its own page, where any campaign can be run again', async () => {
    wizardServer({ campaigns: [rejected] });
    const { user } = openApp('/dashboard/campaigns/cmp_2');
    await user.click(await screen.findByRole('button', { name: 'Edit & Resubmit' }));
    const edited = await wizard(/^Edit & Resubmit ?: Win a car$/);
    await user.click(within(edited).getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Run campaign again' }));
    expect(await wizard(/^New Campaign ?: Win a car$/)).toBeTruthy();
  });
});

test('Back returns to the previous step, then asks whether to close the wizard', async () => {
  wizardServer({ brand: aBrand() });
  const { user, router, address } = openApp('/dashboard/settings');
  await screen.findByRole('heading', { level: 1 });
  await router.navigate({ to: '/dashboard/campaigns', search: { filter: 'all', 'create-campaign': true } });
  const inside = within(await wizard());
  await user.type(inside.getByLabelText('Title'), 'Tea');
  await user.click(inside.getByRole('button', { name: 'Next' }));
  await inside.findByRole('heading', { name: 'What should creators do?' });
  router.history.back();
  await inside.findByRole('heading', { name: 'Start with the basics' });
  router.history.back();
  const asked = within(await screen.findByRole('dialog', { name: 'Keep this draft?' }));
  expect(address()).toBe('/dashboard/campaigns');
  await user.click(asked.getByRole('button', { name: 'Keep draft' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^New Campaign/ })).toBeNull());
});
