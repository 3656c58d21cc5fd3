import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Campaign } from '#contract/brand/campaign.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { aBrand } from '../support/examples.ts';
import { noNetwork, refusal } from '../support/fake-api.ts';
import { keepFastClock } from '../support/fast-clock.ts';
import { openApp } from '../support/open-app.tsx';
import { screenWidth } from '../support/screen-width.ts';

const worker = aCampaign().CPMWorker as NonNullable<Campaign['CPMWorker']>;
const changing = targets.change('cmp_1');
const attemptKey = 'afield-campaign-change';

beforeEach(() => void screenWidth(1280));

async function open(part: Partial<Campaign> = {}, brand = aBrand({ availableBalanceCents: 100_000 })) {
  const api = brandApi({ brand, campaigns: [aCampaign(part)] });
  const app = openApp('/dashboard/campaigns/cmp_1');
  const card = within(await screen.findByRole('region', { name: 'Manage Campaign' }));
  const press = async (name: string) => app.user.click(card.getByRole('button', { name }));
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
  const sent = () => api.to(changing).map(({ body }) => body);
  return { ...app, api, card, press, dialog, sent };
}

test.each([
  ['in review', { approvalStatus: 'PENDING', CPMWorker: null }],
  ['ended', { CPMWorker: { ...worker, status: 'ENDED_SUCCESSFULLY' } }],
  ['archived', { status: 'ARCHIVED' }],
] as const)('a campaign that is %s can’t be managed', async (_, part) => {
  brandApi({ campaigns: [aCampaign(part)] });
  openApp('/dashboard/campaigns/cmp_1');
  await screen.findByRole('heading', { level: 2, name: 'Campaign Details' });
  expect(screen.queryByRole('region', { name: 'Manage Campaign' })).toBeNull();
});

describe('typed input stays', () => {
  const sourcing = { CPMWorker: { ...worker, status: 'SOURCING' } } as const;

  /** Opens the top-up at this width, and types an amount. */
  async function typing(px: number, part: Partial<Campaign>) {
    const resize = screenWidth(px);
    const { api, user, press, dialog, queryClient } = await open(part);
    await press('Add to budget');
    const amount = (await dialog('Add to budget')).getByLabelText('Amount');
    await user.clear(amount);
    await user.type(amount, '75');
    const expectKept = () => {
      expect(amount.isConnected).toBe(true);
      expect((amount as HTMLInputElement).value).toBe('75');
    };
    return { api, queryClient, resize, expectKept };
  }

  test('on a phone, when the campaign’s first offers collapse its details', async () => {
    const { api, queryClient, expectKept } = await typing(390, sourcing);
    api.on(targets.campaign('cmp_1'), () => aCampaign());
    await queryClient.invalidateQueries();
    const fold = await screen.findByRole('button', { name: /Details$/, hidden: true });
    expect(fold.getAttribute('aria-expanded')).toBe('true');
    expectKept();
  });

  test('on a tablet, when it is rotated', async () => {
    const { resize, expectKept } = await typing(1280, {});
    resize(390);
    await screen.findByRole('button', { name: /Details$/, hidden: true });
    expectKept();
    resize(1280);
    expectKept();
  });
});

describe('adding to the budget', () => {
  test('shows the cost, the views it buys and the balance left, then the new budget', async () => {
    const { api, user, press, dialog, sent } = await open({
      CPMWorker: { ...worker, budgetCents: 50_000, cpmCents: 650 },
    });
    await press('Add to budget');
    const inside = await dialog('Add to budget');
    const amount = inside.getByLabelText('Amount');
    await user.clear(amount);
    expect(inside.getByText('Amount is required')).toBeTruthy();
    await user.type(amount, '9.99');
    expect(inside.getByText('Amount must be at least $10')).toBeTruthy();
    await user.clear(amount);
    await user.type(amount, '500');
    expect(inside.getByText('$500.00 → $1,000.00')).toBeTruthy();
    expect(inside.getByText('+76,923')).toBeTruthy();
    const changed = aCampaign({ cpmBudgetCents: 100_000, CPMWorker: { ...worker, budgetCents: 100_000 } });
    api.on(changing, () => changed);
    api.on(targets.campaign('cmp_1'), () => changed);
    await user.click(inside.getByRole('button', { name: 'Add $500.00' }));
    await screen.findByText('$500.00 added to the budget.');
    expect(sent()).toEqual([{ change: 'top-up', amountCents: 50_000 }]);
    await within(screen.getByRole('region', { name: 'Campaign Details' })).findByText('$1,000.00');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('shows the missing amount if the balance is too low, and Add Funds starts with it', async () => {
    const { api, user, press, dialog } = await open({}, aBrand({ availableBalanceCents: 10_000 }));
    api.on('POST /brand/v1.0/billing/stripe/generate-client-secret', () => ({ clientSecret: 'seti_sandbox_1' }));
    await press('Add to budget');
    const inside = await dialog('Add to budget');
    await user.clear(inside.getByLabelText('Amount'));
    await user.type(inside.getByLabelText('Amount'), '350');
    expect(inside.getByText('Your balance is $250.00 short.')).toBeTruthy();
    expect(inside.getByRole<HTMLButtonElement>('button', { name: 'Add $350.00' }).disabled).toBe(true);
    await user.click(inside.getByRole('button', { name: 'Add Funds' }));
    const funds = await dialog('Add Funds');
    expect((await funds.findByLabelText<HTMLInputElement>('Amount')).value).toBe('250');
  });

  test('isn’t offered for a campaign that isn’t paid by views', async () => {
    const { card } = await open({ cpmBudgetCents: null, CPMWorker: { ...worker, budgetCents: 0, cpmCents: 0 } });
    expect(card.queryByRole('button', { name: 'Add to budget' })).toBeNull();
    expect(card.getByRole('button', { name: 'Extend campaign' })).toBeTruthy();
  });
});

test('extending a campaign shows the new end, and costs nothing', async () => {
  const { api, user, press, dialog, sent } = await open({
    CPMWorker: { ...worker, endDate: '2026-11-20T12:00:00.000Z' },
  });
  await press('Extend campaign');
  const inside = await dialog('Extend campaign');
  await user.click(inside.getByRole('radio', { name: '14 days' }));
  expect(inside.getByText('Dec 4, 2026')).toBeTruthy();
  api.on(changing, () => aCampaign());
  await user.click(inside.getByRole('button', { name: 'Extend 14 days · $0' }));
  await screen.findByText('The campaign now ends on Dec 4, 2026.');
  expect(sent()).toEqual([{ change: 'extend', endAt: '2026-12-04T12:00:00.000Z' }]);
});

test('a paused campaign shows its state on the badge and the banner, and can be resumed', async () => {
  const { api, user, press, dialog, card, sent } = await open();
  const paused = aCampaign({ pausedAt: '2026-11-03T12:00:00.000Z' });
  await press('Pause campaign');
  api.on(changing, () => paused);
  api.on(targets.campaign('cmp_1'), () => paused);
  await user.click((await dialog('Pause campaign?')).getByRole('button', { name: 'Pause campaign · $0' }));
  await waitFor(() => expect(screen.getAllByText('Paused')).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  api.on(changing, () => aCampaign());
  api.on(targets.campaign('cmp_1'), () => aCampaign());
  await user.click(card.getByRole('button', { name: 'Resume campaign' }));
  await user.click((await dialog('Resume campaign?')).getByRole('button', { name: 'Resume campaign · $0' }));
  await waitFor(() => expect(screen.queryByText('Paused')).toBeNull());
  expect(sent()).toEqual([{ change: 'pause' }, { change: 'resume' }]);
});

test('a refused change shows the reason, and keeps the input', async () => {
  const { api, user, press, dialog } = await open();
  await press('End campaign');
  const inside = await dialog('End campaign?');
  api.on(changing, () => refusal(409, 'campaign_ended', 'This campaign has ended.'));
  await user.click(inside.getByRole('button', { name: 'End campaign' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The campaign wasn’t changed.This campaign has ended.');
  expect(inside.getByRole('button', { name: 'End campaign' })).toBeTruthy();
  expect(localStorage.getItem(attemptKey)).toBeNull();
});

describe('a lost response', () => {
  keepFastClock();
  beforeEach(() => localStorage.removeItem(attemptKey));

  test('is requested again under the same key, and no other change can be made', async () => {
    const { api, user, press, dialog, card } = await open();
    await press('Add to budget');
    const inside = await dialog('Add to budget');
    api.on(changing, noNetwork);
    await user.click(inside.getByRole('button', { name: 'Add $250.00' }));
    await card.findByText('Checking whether your last change was saved…');
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'End campaign' }).disabled).toBe(true);
    api.on(changing, () => aCampaign());
    await screen.findByText('$250.00 added to the budget.');
    const keys = api.to(changing).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(localStorage.getItem(attemptKey)).toBeNull();
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'End campaign' }).disabled).toBe(false);
  });
});

describe('the link in the email about a low budget', () => {
  const linked = '/dashboard/campaigns/cmp_1?manage=top-up';

  test.each([1280, 360])('opens the top-up at %i px, and closing it shows the campaign’s page', async (width) => {
    screenWidth(width);
    brandApi({ brand: aBrand({ availableBalanceCents: 100_000 }), campaigns: [aCampaign()] });
    const { user, address } = openApp(linked);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to budget' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/dashboard/campaigns/cmp_1');
  });

  test('shows only the page once the campaign has ended', async () => {
    brandApi({ campaigns: [aCampaign({ CPMWorker: { ...worker, status: 'ENDED_SUCCESSFULLY' } })] });
    openApp(linked);
    await screen.findByRole('heading', { level: 2, name: 'Campaign Details' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
