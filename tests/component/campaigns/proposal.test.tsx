import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { aBrand, aSyncStatus } from '../support/examples.ts';
import { refusal } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.tsx';
import { screenWidth } from '../support/screen-width.ts';

const changing = targets.change('cmp_1');
const proposal = { number: 2, feeCents: 15_000, creators: 3, proposedAt: '2026-11-02T12:00:00.000Z' };
const worker = aCampaign().CPMWorker as NonNullable<Campaign['CPMWorker']>;
const unpaid = { ...worker, cpmCents: 0, budgetCents: 0, viewTarget: null };
const ofFee = { campaignType: 'FLAT_FEE', cpmBudgetCents: null } as const;
const proposed = (part: Partial<Campaign> = {}) =>
  aCampaign({ ...ofFee, approvalStatus: 'PENDING', CPMWorker: null, proposal, ...part });
const accepted = (part: Partial<Campaign> = {}) =>
  aCampaign({
    ...{ ...ofFee, CPMWorker: unpaid, ...part },
    proposal: { ...proposal, acceptedAt: proposal.proposedAt, spentCents: 15_000 },
  });

beforeEach(() => {
  screenWidth(1280);
  localStorage.removeItem('afield-campaign-change');
});

async function open(brand = aBrand({ availableBalanceCents: 100_000 })) {
  const api = brandApi({ brand, campaigns: [proposed()] });
  const app = openApp('/dashboard/campaigns/cmp_1');
  const card = within(await screen.findByRole('region', { name: 'Proposal' }));
  const button = (name: string) => card.getByRole<HTMLButtonElement>('button', { name });
  const sent = () => api.to(changing).map(({ body }) => body);
  const facts = () => card.getAllByRole('definition').map(({ textContent }) => textContent);
  return { ...app, api, card, button, sent, facts };
}

test('a proposal shows the cost first, and accepting reserves it', async () => {
  const { api, user, card, button, sent, facts } = await open();
  expect(facts()).toEqual(['$450.00', '$150.00 per post', 'Up to 3', '$1,000.00']);
  expect(
    card.getByText(/^If you accept, \$450\.00 is set aside from your balance and your campaign is approved\./),
  ).toBeTruthy();
  expect(screen.getByText('Proposal ready')).toBeTruthy();
  api.on(changing, () => accepted());
  api.on(targets.campaign('cmp_1'), () => accepted());
  await user.click(button('Accept · $450.00'));
  await screen.findByText('Proposal accepted. Your campaign is approved.');
  expect(sent()).toEqual([{ change: 'accept-proposal', proposal: 2 }]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Proposal' })).toBeNull());
  const details = within(screen.getByRole('region', { name: 'Campaign Details' }));
  const texts = details.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(texts).toEqual(expect.arrayContaining(['$450.00', '$150.00 per post', 'Up to 3', '$150.00']));
});

test('a proposal above the balance shows the missing amount, and Add Funds starts with it', async () => {
  const { api, user, card, button } = await open(aBrand({ availableBalanceCents: 10_000 }));
  api.on('POST /brand/v1.0/billing/stripe/generate-client-secret', () => ({ clientSecret: 'seti_sandbox_1' }));
  expect(card.getByText('Your balance is $350.00 short.')).toBeTruthy();
  expect([button('Accept · $450.00').disabled, button('Decline').disabled]).toEqual([true, false]);
  await user.click(button('Add Funds'));
  const funds = within(await screen.findByRole('dialog', { name: 'Add Funds' }));
  expect((await funds.findByLabelText<HTMLInputElement>('Amount')).value).toBe('350');
});

test('a proposal is declined with a note, and the campaign waits for the team', async () => {
  const { api, user, card, button, sent } = await open();
  await user.click(button('Decline'));
  await user.type(card.getByLabelText('Note to our team (optional)'), 'Too much.');
  const declined = proposed({ proposal: { ...proposal, declinedAt: proposal.proposedAt, note: 'Too much.' } });
  api.on(changing, () => declined);
  api.on(targets.campaign('cmp_1'), () => declined);
  await user.click(button('Decline proposal'));
  await screen.findByText('Proposal declined. Our team will get back to you.');
  expect(sent()).toEqual([{ change: 'decline-proposal', proposal: 2, note: 'Too much.' }]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Proposal' })).toBeNull());
  expect(screen.getByText('Under review')).toBeTruthy();
});

test('a changed proposal isn’t accepted, and the new one is shown', async () => {
  const { api, user, card, button } = await open();
  const words = 'The proposal has changed. It’s now $200.00 per post, up to 1 creator, $200.00 in total.';
  api.on(changing, () => refusal(409, 'proposal_changed', words));
  const changed = proposed({ proposal: { ...proposal, number: 3, feeCents: 20_000, creators: 1 } });
  api.on(targets.campaign('cmp_1'), () => changed);
  await user.click(button('Accept · $450.00'));
  expect((await screen.findByRole('alert')).textContent).toBe(`Your answer to the proposal wasn’t saved.${words}`);
  await waitFor(() => expect(button('Accept · $200.00').disabled).toBe(false));
  expect(card.getByText('$200.00 per post')).toBeTruthy();
  expect(localStorage.getItem('afield-campaign-change')).toBeNull();
});

test('a proposal is shown offline without actions', async () => {
  const { card, button } = await open();
  setSyncStatus(aSyncStatus({ online: false }));
  expect(await card.findByText('You’re offline. Reconnect to accept or decline this proposal.')).toBeTruthy();
  expect([button('Accept · $450.00').disabled, button('Decline').disabled]).toEqual([true, true]);
  expect(card.getByText('$150.00 per post')).toBeTruthy();
});

test.each([
  ['rejected', proposed({ approvalStatus: 'REJECTED' })],
  ['archived', proposed({ status: 'ARCHIVED' })],
  ['declined', proposed({ proposal: { ...proposal, declinedAt: proposal.proposedAt } })],
] as const)('a proposal of a campaign that is %s has no actions', async (_, campaign) => {
  brandApi({ campaigns: [campaign] });
  openApp('/dashboard/campaigns/cmp_1');
  await screen.findByRole('heading', { level: 2, name: 'Campaign Details' });
  expect(screen.queryByText('Proposal ready')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Proposal' })).toBeNull();
});

test('a settled campaign shows how much of its fees was spent', async () => {
  const settlement = {
    dueAt: '2026-12-01T12:00:00.000Z',
    settled: { at: '2026-12-01T12:00:00.000Z', countedUntil: '2026-11-30', spentCents: 15_000 },
  };
  brandApi({
    campaigns: [accepted({ CPMWorker: { ...unpaid, status: 'ENDED_UNSUCCESSFULLY' }, settlement })],
  });
  openApp('/dashboard/campaigns/cmp_1');
  expect(await screen.findByText(/\$150\.00 of \$450\.00 spent, \$300\.00 returned to your balance\./)).toBeTruthy();
});
