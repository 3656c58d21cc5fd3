import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { formatUsd } from '#domain/money/money.ts';
import { CampaignDetailScreen } from '#features/campaigns/CampaignDetailScreen.tsx';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { anArchiving, aSyncStatus } from '../support/examples.ts';
import { noNetwork, refusal } from '../support/fake-api.ts';
import { type FakeWorker, fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { openApp } from '../support/open-app.tsx';
import { renderWithApp } from '../support/render.tsx';

const worker = aCampaign().CPMWorker as NonNullable<Campaign['CPMWorker']>;
const withStatus = (status: typeof worker.status): Partial<Campaign> => ({ CPMWorker: { ...worker, status } });
const settledWith = (spentCents: number) => ({
  dueAt: '2026-12-05T12:00:00.000Z',
  settled: { at: '2026-12-03T12:00:00.000Z', countedUntil: '2026-12-02', spentCents },
});
const path = '/dashboard/campaigns/cmp_1';

async function open(part: Partial<Campaign> = {}) {
  const api = brandApi({ campaigns: [aCampaign(part)] });
  const app = openApp(path);
  await screen.findByRole('heading', { level: 1 });
  return { ...app, api };
}

describe('the header', () => {
  test('has the name, the badge and a link back to the list', async () => {
    const { user, address } = await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Morning trail' })).toBeTruthy();
    expect(screen.getByText('Active')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Morning trail · Afield'));
    await user.click(screen.getByRole('link', { name: 'Back to campaigns' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Campaigns' })).toBeTruthy();
    expect(address()).toBe('/dashboard/campaigns');
  });

  test('shows the brand’s name if the campaign has none', async () => {
    await open({ name: null });
    expect(screen.getByRole('heading', { level: 1, name: 'Northwind Coffee Campaign' })).toBeTruthy();
  });

  test('returns to the list with its filter, without another history entry', async () => {
    brandApi({ campaigns: [aCampaign(), aCampaign({ id: 'cmp_2', approvalStatus: 'PENDING', name: 'In line' })] });
    const { user, address } = openApp('/dashboard/campaigns?filter=in-review');
    await user.click(await screen.findByRole('link', { name: 'In line' }));
    await screen.findByRole('heading', { level: 1, name: 'In line' });
    const steps = window.history.length;
    await user.click(screen.getByRole('link', { name: 'Back to campaigns' }));
    await screen.findByRole('heading', { level: 1, name: 'Campaigns' });
    expect(address()).toBe('/dashboard/campaigns?filter=in-review');
    expect(window.history.length).toBe(steps);
  });
});

test.each([
  [
    'in review',
    { approvalStatus: 'PENDING', CPMWorker: null },
    'Under review Please allow up to 48 hours for this process to be completed.',
  ],
  ['rejected', { approvalStatus: 'REJECTED', CPMWorker: null, rejectionReason: 'No prizes.' }, 'Rejected No prizes.'],
  ['rejected without a reason', { approvalStatus: 'REJECTED', CPMWorker: null }, 'Rejected No reason was given.'],
  [
    'not started',
    { CPMWorker: { ...worker, status: 'QUEUED', startDate: '2026-11-03T12:00:00.000Z' } },
    "Approved We'll start inviting creators when your campaign launches on Nov 3, 2026.",
  ],
  [
    'sourcing',
    withStatus('SOURCING'),
    'Sourcing creators We’re inviting creators. Their offers appear here once the campaign is live.',
  ],
  ['live', withStatus('ACTIVE'), 'Live Creators are making their videos. Review their submissions as they come in.'],
  [
    'ending',
    withStatus('ENDING'),
    'Ending We’re no longer inviting creators. Those already taking part can still finish. To keep going, add to the budget or extend the campaign.',
  ],
  [
    'paused',
    { ...withStatus('ACTIVE'), pausedAt: '2026-11-03T12:00:00.000Z' },
    'Paused Creators can’t join or submit. Views of published posts still count, and you can still review submissions.',
  ],
  [
    'at its goal',
    withStatus('ENDED_SUCCESSFULLY'),
    'View goal reached The campaign is complete. Its analytics keep updating.',
  ],
  [
    'at its end',
    withStatus('ENDED_UNSUCCESSFULLY'),
    'End date reached The campaign is complete. Its analytics keep updating.',
  ],
  [
    'awaiting its settlement',
    {
      ...withStatus('ENDED_UNSUCCESSFULLY'),
      settlement: { dueAt: '2026-12-03T12:00:00.000Z', settled: null },
    },
    'End date reached The campaign is complete. Its analytics keep updating. Unspent budget returns to your balance by Dec 3, 2026.',
  ],
  [
    'settled',
    {
      ...withStatus('ENDED_UNSUCCESSFULLY'),
      settlement: settledWith(worker.budgetCents - 18_760),
    },
    `End date reached The campaign is complete. Its analytics keep updating. Settled on Dec 3, 2026: ${formatUsd(worker.budgetCents - 18_760)} of ${formatUsd(worker.budgetCents)} spent, $187.60 returned to your balance.`,
  ],
  [
    'settled with nothing left',
    { ...withStatus('ENDED_SUCCESSFULLY'), settlement: settledWith(worker.budgetCents) },
    `View goal reached The campaign is complete. Its analytics keep updating. Settled on Dec 3, 2026: ${formatUsd(worker.budgetCents)} of ${formatUsd(worker.budgetCents)} spent.`,
  ],
  ['archived', { status: 'ARCHIVED' }, 'Archived You can view this campaign, but you can’t change it.'],
] satisfies [string, Partial<Campaign>, string][])('a campaign that is %s shows its banner', async (_, part, text) => {
  await open(part);
  const said = screen.getByRole('region', { name: 'Campaign status' }).textContent;
  expect(said?.replace(/Edit (& ResubmitArchive|CampaignWithdraw) Campaign$/, '')).toBe(text);
});

test.each([
  ['QUEUED', false],
  ['SOURCING', false],
  ['ACTIVE', true],
  ['ENDING', true],
  ['ENDED_SUCCESSFULLY', true],
  ['ENDED_UNSUCCESSFULLY', true],
] as const)('a campaign that is %s shows offers and performance: %s', async (status, shown) => {
  await open(withStatus(status));
  // In a narrow window the details are collapsed beside offers, and jsdom's counts as one.
  expect(screen.queryByRole('region', { name: 'Offers' }) !== null).toBe(shown);
  expect(screen.queryByRole('button', { name: /Details$/ }) !== null).toBe(shown);
  expect(screen.queryByRole('region', { name: 'Campaign Details' }) !== null).toBe(!shown);
});

describe('a rejected campaign', () => {
  const rejected = { approvalStatus: 'REJECTED', CPMWorker: null, rejectionReason: 'No prizes.' } as const;

  test('is archived from its page, which then opens the list', async () => {
    const { user, api, address } = await open(rejected);
    await user.click(screen.getByRole('button', { name: 'Archive Campaign' }));
    const dialog = await screen.findByRole('dialog', { name: 'Would you like to archive this campaign?' });
    await user.click(within(dialog).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Campaign archived')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/dashboard/campaigns'));
    expect(api.to(targets.update('cmp_1')).map(({ body }) => body)).toEqual([{ status: 'ARCHIVED' }]);
  });

  test('stays if archiving fails, and shows the reason', async () => {
    const { user, api, address } = await open(rejected);
    api.on(targets.update('cmp_1'), () => refusal(500, 'internal', 'The server is in trouble.'));
    await user.click(screen.getByRole('button', { name: 'Archive Campaign' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Error archiving campaign.')).toBeTruthy();
    expect(screen.getByText('The server is in trouble.')).toBeTruthy();
    expect(address()).toBe(path);
  });

  test('stays unchanged on Escape, which returns the focus to the button', async () => {
    const { user, api } = await open(rejected);
    const button = screen.getByRole('button', { name: 'Archive Campaign' });
    await user.click(button);
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(api.to(targets.update('cmp_1'))).toEqual([]);
  });
});

describe('a queued archival that the server refused', () => {
  const attention = { code: 'forbidden', message: 'Not while it counts.', certainty: 'refused', now: null } as const;
  const refused = anArchiving(aCampaign(), { state: 'attention', attention });
  const ofAnother = anArchiving(aCampaign({ id: 'cmp_2' }), { actionId: 'other', state: 'attention', attention });
  let queue: FakeWorker;
  beforeEach(() => {
    queue = fakeWorker();
    const waiting = anArchiving(aCampaign(), { actionId: 'waiting' });
    setSyncStatus(aSyncStatus({ actions: [ofAnother, waiting, refused] }));
  });
  afterEach(removeFakeWorker);

  test.each([
    ['Retry', 'retry'],
    ['Discard', 'discard'],
  ] as const)('shows the reason beside the campaign’s state, with "%s"', async (name, type) => {
    const { user } = await open();
    const notice = screen.getByRole('alert', { name: 'The campaign wasn’t archived' });
    expect(notice.textContent).toContain('Not while it counts.');
    expect(screen.getByRole('region', { name: 'Campaign status' }).textContent).toContain('Live');
    queue.reply(() => {
      act(() => setSyncStatus(aSyncStatus()));
      return { ok: true, status: null };
    });
    await user.click(within(notice).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(queue.received).toContainEqual({ type, actionId: refused.actionId });
  });
});

test.each([
  ['in review', { approvalStatus: 'PENDING', CPMWorker: null }, 'Withdraw'],
  ['complete', withStatus('ENDED_SUCCESSFULLY'), 'Archive'],
] satisfies [string, Partial<Campaign>, string][])(
  'of a campaign that is %s can be retried from its page',
  async (_, part, word) => {
    const { user, api, address } = await open(part);
    const fold = screen.queryByRole('button', { name: /Details$/ });
    if (fold !== null) await user.click(fold);
    await user.click(screen.getByRole('button', { name: `${word} Campaign` }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: word }));
    expect(await screen.findByText('Campaign archived')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/dashboard/campaigns'));
    expect(api.to(targets.update('cmp_1')).map(({ body }) => body)).toContainEqual({ status: 'ARCHIVED' });
  },
);

describe('opening an unread campaign', () => {
  const unread = { unread: true, approvalStatus: 'PENDING', CPMWorker: null } as const;

  test.each([{}, { status: 'ARCHIVED' }] as const)('marks it read once, without a message: %j', async (part) => {
    const { api } = await open({ ...unread, ...part });
    await waitFor(() => expect(api.to(targets.update('cmp_1'))).toHaveLength(1));
    const [call] = api.to(targets.update('cmp_1'));
    expect(call?.body).toEqual({ unread: false });
    expect(call?.headers.get('Idempotency-Key')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('removes the dot from its card', async () => {
    brandApi({ campaigns: [aCampaign(unread)] });
    const { user } = openApp('/dashboard/campaigns');
    await user.click(await screen.findByRole('link', { name: 'Morning trail' }));
    await screen.findByRole('region', { name: 'Campaign status' });
    await user.click(screen.getByRole('link', { name: 'Back to campaigns' }));
    await screen.findByRole('heading', { level: 1, name: 'Campaigns' });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Morning trail');
  });

  test('shows no error offline, and leaves the request to the worker’s queue', async () => {
    setSyncStatus(aSyncStatus({ online: false }));
    const api = brandApi({ campaigns: [aCampaign(unread)] });
    api.on(targets.update('cmp_1'), () => Response.json({ queued: true, actionId: 'act_1' }, { status: 202 }));
    const { user, address } = openApp(path);
    await screen.findByRole('region', { name: 'Campaign status' });
    await waitFor(() => expect(api.to(targets.update('cmp_1'))).toHaveLength(1));
    expect(screen.queryByText(/queued/i)).toBeNull();
    expect(address()).toBe(path);
    await user.click(screen.getByRole('link', { name: 'Back to campaigns' }));
    await screen.findByRole('heading', { level: 1, name: 'Campaigns' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    [404, 'not_found'],
    [409, 'campaign_archived'],
  ])('ignores a refusal because nothing can be marked (%i)', async (status, code) => {
    const api = brandApi({ campaigns: [aCampaign(unread)] });
    api.on(targets.update('cmp_1'), () => refusal(status, code, 'No.'));
    const { address, queryClient } = openApp(path);
    await waitFor(() => expect(api.to(targets.update('cmp_1'))).toHaveLength(1));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(address()).toBe(path);
  });

  test('shows the server’s error, and opens the list', async () => {
    const api = brandApi({ campaigns: [aCampaign(unread)] });
    api.on(targets.update('cmp_1'), () => refusal(500, 'internal', 'The server is in trouble.'));
    const { address } = openApp(path);
    const toast = await screen.findByRole('alert');
    expect(within(toast).getByText('Error updating campaign.')).toBeTruthy();
    expect(within(toast).getByText('The server is in trouble.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/dashboard/campaigns'));
  });

  test.each([
    { of: 'no network', answer: noNetwork, calls: 3 },
    { of: 'a gateway that asks to wait', answer: () => new Response('Slow down', { status: 429 }), calls: 1 },
    { of: 'a gateway without its server', answer: () => new Response('Bad gateway', { status: 502 }), calls: 1 },
  ])('ignores $of, and keeps showing the campaign', async ({ answer, calls }) => {
    const api = brandApi({ campaigns: [aCampaign(unread)] });
    api.on(targets.update('cmp_1'), answer);
    const { address, queryClient } = openApp(path);
    await waitFor(() => expect(api.to(targets.update('cmp_1'))).toHaveLength(calls));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(address()).toBe(path);
  });

  test('sends nothing if it was already read', async () => {
    const { api } = await open({ ...unread, unread: false });
    await screen.findByRole('region', { name: 'Campaign Details' });
    expect(api.to(targets.update('cmp_1'))).toEqual([]);
  });
});

describe('a campaign that can’t be shown', () => {
  test.each([
    [404, 'not_found'],
    [400, 'invalid_request'],
  ])('because it is unknown (%i) shows an error, and opens the list', async (status, code) => {
    const api = brandApi({});
    api.on(targets.campaign('cmp_1'), () => refusal(status, code, 'No.'));
    const { address } = openApp(path);
    expect(await screen.findByText('Campaign not found.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/dashboard/campaigns'));
  });

  test('because of a server error shows the error, with a retry', async () => {
    const api = brandApi({});
    api.on(targets.campaign('cmp_1'), () => refusal(500, 'internal', 'The server is in trouble.'));
    const { user, address } = openApp(path);
    const failure = await screen.findByRole('alert');
    expect(within(failure).getByText('Error fetching campaign')).toBeTruthy();
    expect(within(failure).getByText('The server is in trouble.')).toBeTruthy();
    expect(address()).toBe(path);
    api.on(targets.campaign('cmp_1'), () => aCampaign({ CPMWorker: null }));
    await user.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Morning trail' })).toBeTruthy();
  });

  test('because it was never fetched is unavailable offline', async () => {
    const api = brandApi({});
    api.on(targets.campaign('cmp_1'), () => refusal(503, 'not_available_offline', 'Not available offline yet'));
    openApp(path);
    expect(await screen.findByText('Not available offline yet')).toBeTruthy();
    expect(screen.getByText(/^This campaign isn’t on this device yet\./)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Campaign' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to campaigns' })).toBeTruthy();
  });

  test('is shown from the list until its own response arrives', async () => {
    const api = brandApi({ campaigns: [aCampaign({ approvalStatus: 'PENDING', CPMWorker: null })] });
    api.on(targets.campaign('cmp_1'), () => new Promise(() => undefined));
    const { user } = openApp('/dashboard/campaigns');
    await user.click(await screen.findByRole('link', { name: 'Morning trail' }));
    expect(await screen.findByRole('region', { name: 'Campaign Details' })).toBeTruthy();
  });
});

describe('related data that fails to load', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'onLine'));

  test('shows an error: the brand', async () => {
    const api = brandApi({ campaigns: [aCampaign({ CPMWorker: null })] });
    api.on('GET /brand/v1.0/brands/current', () => refusal(500, 'internal', 'Broken.'));
    renderWithApp(<CampaignDetailScreen campaignId="cmp_1" offers={null} />);
    expect(await screen.findByText('Error fetching brand')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Morning trail' })).toBeTruthy();
  });
});
