import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Campaign } from '#contract/brand/campaign.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { openApp } from '../support/open-app.tsx';
import { scrollablePage } from '../support/scrolling.ts';

const own = aCampaign({ id: 'cmp_1', name: 'Morning trail' });
const fromElsewhere = aCampaign({ id: 'cmp_2', name: 'From my phone', createdAt: '2026-01-02T00:00:00.000Z' });

/** Acts like the page does when the worker reports changed campaigns. */
const announceChange = (queryClient: ReturnType<typeof openApp>['queryClient']) =>
  act(() => queryClient.invalidateQueries({ queryKey: ['campaigns'] }));

async function openCampaign(campaigns: Campaign[]) {
  scrollablePage();
  const api = brandApi({ campaigns });
  const app = openApp('/dashboard/campaigns');
  await app.user.click(await screen.findByRole('link', { name: 'Morning trail' }));
  await screen.findByRole('heading', { level: 1, name: 'Morning trail' });
  const back = () => app.user.click(screen.getByRole('link', { name: 'Back to campaigns' }));
  return { ...app, api, back };
}

test('marking a campaign as read doesn’t hide one created on another device', async () => {
  const campaigns = [own];
  const { api, queryClient, back } = await openCampaign(campaigns);
  // The team decides on the open campaign, and another device creates one.
  api.on(targets.campaign('cmp_1'), () => ({ ...own, unread: true }));
  campaigns.unshift(fromElsewhere);
  await announceChange(queryClient);
  await waitFor(() => expect(api.to(targets.update('cmp_1'))).toHaveLength(1));
  await back();
  expect(await screen.findByRole('link', { name: 'From my phone' })).toBeTruthy();
});

test('archiving a campaign doesn’t hide one created on another device', async () => {
  const rejected = { ...own, approvalStatus: 'REJECTED', CPMWorker: null } as const;
  const campaigns: Campaign[] = [rejected];
  const { api, queryClient, user } = await openCampaign(campaigns);
  await user.click(screen.getByRole('button', { name: 'Archive Campaign' }));
  campaigns.splice(0, 1, fromElsewhere);
  await announceChange(queryClient);
  await user.click(await screen.findByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(api.to(targets.update('cmp_1'))).toHaveLength(1));
  expect(await screen.findByRole('link', { name: 'From my phone' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Morning trail' })).toBeNull();
});
