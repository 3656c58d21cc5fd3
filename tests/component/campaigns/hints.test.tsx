import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paginate } from '#domain/shared/pagination.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { refusal, status } from '../support/fake-api.ts';
import { fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { openApp } from '../support/open-app.tsx';
import { scrollablePage } from '../support/scrolling.ts';

const inReview = aCampaign({ id: 'cmp_1', name: 'Late pour', approvalStatus: 'PENDING', CPMWorker: null });
const rejected = aCampaign({
  id: 'cmp_2',
  name: 'Win a car',
  approvalStatus: 'REJECTED',
  rejectionReason: 'Prizes are not allowed.',
  CPMWorker: null,
});
const reviewText = 'Your campaign is in review. Please allow up to 24 hours for this process to be completed.';

beforeEach(() => {
  scrollablePage();
});
afterEach(removeFakeWorker);

async function openList(campaigns = [inReview, rejected], path = '/dashboard/campaigns') {
  const api = brandApi({ campaigns });
  const app = openApp(path);
  await screen.findAllByRole('article');
  return { ...app, api };
}
const aboutReview = () => screen.getByRole('button', { name: 'About the review: Late pour' });
const whyRejected = () => screen.getByRole('button', { name: 'Why it was rejected: Win a car' });

describe('the hint of a campaign in review', () => {
  test('shows the cost of a proposal that awaits the brand', async () => {
    const proposal = { number: 1, feeCents: 15_000, creators: 3, proposedAt: '2026-11-02T12:00:00.000Z' };
    const { user } = await openList([{ ...inReview, proposal }]);
    await user.hover(aboutReview());
    expect(
      await screen.findByText('You have a proposal for $450.00. Open the campaign to accept or decline it.'),
    ).toBeTruthy();
  });

  test('opens on hover, and closes when the pointer has left it', async () => {
    const { user } = await openList();
    await user.hover(aboutReview());
    expect(await screen.findByText(reviewText)).toBeTruthy();
    await user.unhover(aboutReview());
    await waitFor(() => expect(screen.queryByText(reviewText)).toBeNull());
  });

  test('opens on focus, and closes on Escape and on blur', async () => {
    const { user } = await openList([inReview]);
    screen.getByRole('link', { name: 'Late pour' }).focus();
    await user.tab();
    expect(document.activeElement).toBe(aboutReview());
    expect(await screen.findByText(reviewText)).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText(reviewText)).toBeNull());
    await user.keyboard('{Enter}');
    expect(await screen.findByText(reviewText)).toBeTruthy();
    await user.tab({ shift: true });
    await waitFor(() => expect(screen.queryByText(reviewText)).toBeNull());
  });

  test('offers to edit and to withdraw the campaign', async () => {
    const { user, api } = await openList();
    await user.click(aboutReview());
    expect(await screen.findByRole('button', { name: 'Edit Campaign' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Withdraw Campaign' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this campaign?' }));
    expect(
      dialog.getByText(
        'The campaign won’t be reviewed and moves to the archive. $1,000.00 returns to your balance. This can’t be undone.',
      ),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Campaign archived')).toBeTruthy();
    expect(api.to(targets.update('cmp_1')).map(({ body }) => body)).toEqual([{ status: 'ARCHIVED' }]);
  });

  test('opens on a tap, and doesn’t open the campaign', async () => {
    const { user, address } = await openList();
    await user.pointer({ keys: '[TouchA]', target: aboutReview() });
    expect(await screen.findByText(reviewText)).toBeTruthy();
    expect(address()).toBe('/dashboard/campaigns');
  });
});

test('an approved campaign has no hint', async () => {
  await openList([aCampaign({ id: 'cmp_1' })]);
  expect(screen.queryByRole('button', { name: /^About the review|^Why was it/ })).toBeNull();
});

describe('the hint of a rejected campaign', () => {
  test('shows the reason, and stays while the pointer moves to its button', async () => {
    const { user } = await openList();
    await user.hover(whyRejected());
    expect(await screen.findByText('Prizes are not allowed.')).toBeTruthy();
    await user.hover(screen.getByRole('button', { name: 'Archive Campaign' }));
    // Longer than the delay after which the hint closes without a pointer.
    await expect(
      waitFor(() => expect(screen.queryByText('Prizes are not allowed.')).toBeNull(), { timeout: 500 }),
    ).rejects.toThrow();
  });

  test('offers no action on an archived campaign', async () => {
    const { user } = await openList([{ ...rejected, status: 'ARCHIVED' }], '/dashboard/campaigns?filter=archived');
    await user.click(whyRejected());
    expect(await screen.findByText('Prizes are not allowed.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Archive Campaign' })).toBeNull();
  });
});

describe('Archive Campaign', () => {
  async function ask() {
    const app = await openList();
    await app.user.click(whyRejected());
    await app.user.click(await screen.findByRole('button', { name: 'Archive Campaign' }));
    const dialog = await screen.findByRole('dialog', { name: 'Would you like to archive this campaign?' });
    return { ...app, dialog: within(dialog) };
  }

  test('asks first, and Cancel changes nothing', async () => {
    const { user, dialog, api } = await ask();
    expect(
      dialog.getByText('This action cannot be undone. You will still be able to view the campaign in the archive.'),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.to(targets.update('cmp_2'))).toEqual([]);
  });

  test('removes the campaign from the list at once, however slow the network', async () => {
    const { user, dialog, api } = await ask();
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    api.on(targets.campaigns, async () => {
      await late;
      return { data: [inReview], pagination: { nextPage: null, previousPage: null, total: 1 } };
    });
    await user.click(dialog.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Campaign archived')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Win a car' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Late pour' })).toBeTruthy();
    answer();
  });

  test('archives once, and confirms it', async () => {
    const { user, dialog, api } = await ask();
    api.on(targets.campaigns, () => ({
      data: [inReview],
      pagination: { nextPage: null, previousPage: null, total: 1 },
    }));
    await user.click(dialog.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Campaign archived')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Win a car' })).toBeNull());
    const [call, ...more] = api.to(targets.update('cmp_2'));
    expect(more).toEqual([]);
    expect(call?.body).toEqual({ status: 'ARCHIVED' });
    expect(call?.headers.get('Idempotency-Key')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    // The phone's copy doesn't have it yet.
    expect(api.to(targets.campaigns).at(-1)?.headers.get('Cache-Control')).toBe('no-cache');
  });

  test('shows why it failed, and keeps the dialog open', async () => {
    const { user, dialog, api } = await ask();
    api.on(targets.update('cmp_2'), () => refusal(409, 'campaign_archived', 'It is archived already.'));
    await user.click(dialog.getByRole('button', { name: 'Archive' }));
    const toast = await screen.findByRole('alert');
    expect(within(toast).getByText('Error archiving campaign.')).toBeTruthy();
    expect(within(toast).getByText('It is archived already.')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Archive' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Win a car', hidden: true })).toBeTruthy();
  });

  test('shows offline that it is queued, and can be undone', async () => {
    const worker = fakeWorker();
    const { user, dialog, api } = await (async () => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
      return ask();
    })().finally(() => Reflect.deleteProperty(navigator, 'onLine'));
    expect(dialog.getByText(/^You’re offline. This will be sent when you reconnect/)).toBeTruthy();
    let actionId = '';
    api.on(targets.update('cmp_2'), ({ headers }) => {
      actionId = headers.get('Idempotency-Key') ?? '';
      return status(202, { queued: true, actionId });
    });
    let campaigns = [inReview];
    api.on(targets.campaigns, () => paginate(campaigns, 1, 20));
    await user.click(dialog.getByRole('button', { name: 'Archive' }));
    const toast = within((await screen.findByText('Archive queued')).closest('[role=alert]') as HTMLElement);
    expect(screen.queryByRole('link', { name: 'Win a car' })).toBeNull();
    campaigns = [inReview, rejected];
    await user.click(toast.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'Win a car' })).toBeTruthy();
    expect(worker.received).toContainEqual({ type: 'undo', actionId });
  });
});
