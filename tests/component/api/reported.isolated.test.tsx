import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { reportError } from '#app/reports/error-reports.ts';
import { CampaignDetailScreen } from '#features/campaigns/CampaignDetailScreen.tsx';
import { DetailsColumn } from '#features/campaigns/detail/DetailsColumn.tsx';
import { LoadFailure } from '#features/shell/LoadFailure.tsx';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { billing, billingApi } from '../billing/support/billing-api.ts';
import { openAddFunds } from '../billing/support/open-add-funds.tsx';
import { brandApi, targets } from '../support/brand-api.ts';
import { refusal } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';

vi.mock('#app/reports/error-reports.ts', () => ({ reportError: vi.fn(), startErrorReports: vi.fn() }));

const expectReported = (message: string) =>
  waitFor(() => expect(reportError).toHaveBeenCalledWith(expect.objectContaining({ message })));

const campaign = aCampaign();
const wholeScreen = () => <CampaignDetailScreen campaignId={campaign.id} offers={null} />;
const detailsColumn = () => <DetailsColumn campaign={campaign} folded={false} onArchive={() => undefined} />;

test.each([
  ['Error fetching brand', 'GET /brand/v1.0/brands/current', wholeScreen],
  ['Error fetching campaign', targets.campaign(campaign.id), wholeScreen],
  ['Error fetching analytics', targets.analytics(campaign.id), detailsColumn],
])('%s is reported', async (said, target, shown) => {
  const api = brandApi({ campaigns: [campaign] });
  api.on(target, () => refusal(500, 'internal', `No: ${said}`));
  renderWithApp(shown());
  expect(await screen.findByText(said)).toBeTruthy();
  await expectReported(`No: ${said}`);
});

test.each([
  ['a card can’t be saved', billing.methods],
  ['funds can’t be added', billing.funds],
])('that %s is reported', async (_, target) => {
  const api = billingApi();
  api.on(target, () => refusal(402, 'card_declined', `Declined: ${target}`));
  const { useTestCard, payButton, user } = await openAddFunds();
  await useTestCard('4242');
  await user.click(payButton());
  expect(await screen.findByText('Error: Could not add funds. Please refresh the page and try again.')).toBeTruthy();
  await expectReported(`Declined: ${target}`);
});

test('a screen that crashed is reported', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  renderWithApp(<LoadFailure error={new Error('It broke.')} />);
  await expectReported('It broke.');
});
