import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { anArchiving, aSyncStatus } from '../support/examples.ts';
import { refusal, status } from '../support/fake-api.ts';
import { fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { openApp } from '../support/open-app.tsx';

const rename = targets.rename('cmp_1');

afterEach(removeFakeWorker);

async function open(part: Partial<Campaign> = {}) {
  const api = brandApi({ campaigns: [aCampaign(part)] });
  const app = openApp('/dashboard/campaigns/cmp_1');
  await screen.findByRole('heading', { level: 1 });
  return { ...app, api };
}

async function ask(part?: Partial<Campaign>) {
  const app = await open(part);
  await app.user.click(screen.getByRole('button', { name: 'Rename campaign' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename campaign' }));
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Campaign name' });
  const type = async (name: string) => {
    await app.user.clear(field);
    if (name !== '') await app.user.type(field, name);
    await app.user.click(dialog.getByRole('button', { name: 'Rename' }));
  };
  return { ...app, dialog, field, type };
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

test('a campaign is renamed once, on its page and in the list', async () => {
  const { user, api, field, type } = await ask();
  expect(field.value).toBe('Morning trail');
  expect(document.activeElement).toBe(field);
  const renamed = aCampaign({ name: 'Evening trail' });
  api.on(targets.campaign('cmp_1'), () => renamed);
  await type('  Evening trail ');
  expect(await screen.findByText('Campaign renamed')).toBeTruthy();
  await isClosed();
  expect(await title('Evening trail')).toBeTruthy();
  const [call, ...more] = api.to(rename);
  expect(more).toEqual([]);
  expect(call?.body).toEqual({ name: 'Evening trail' });
  expect(call?.headers.get('Idempotency-Key')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  api.on(targets.campaigns, () => ({
    data: [renamed],
    pagination: { nextPage: null, previousPage: null, total: 1 },
  }));
  await user.click(screen.getByRole('link', { name: 'Back to campaigns' }));
  expect(await screen.findByRole('link', { name: 'Evening trail' })).toBeTruthy();
});

test.each([
  ['', 'Name is required'],
  ['n'.repeat(121), 'Name must be at most 120 characters'],
])('%j is refused at the field, and not sent', async (name, words) => {
  const { api, dialog, field, type } = await ask();
  await type(name);
  expect(await dialog.findByText(words)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(api.to(rename)).toEqual([]);
});

test.each(['Cancel', 'Rename'])('"%s" without a change sends nothing', async (button) => {
  const { user, api, dialog } = await ask();
  await user.click(dialog.getByRole('button', { name: button }));
  await isClosed();
  expect(api.to(rename)).toEqual([]);
});

test('a refusal shows the reason, and keeps the input', async () => {
  const { api, dialog, field, type } = await ask();
  api.on(rename, () => refusal(409, 'campaign_archived', 'This campaign has been archived, so it can’t be renamed.'));
  await type('Evening trail');
  const toast = within(await screen.findByRole('alert'));
  expect(toast.getByText('Error renaming campaign.')).toBeTruthy();
  expect(toast.getByText('This campaign has been archived, so it can’t be renamed.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Rename' })).toBeTruthy();
  expect(field.value).toBe('Evening trail');
});

test('an archived campaign can’t be renamed', async () => {
  await open({ status: 'ARCHIVED' });
  expect(screen.queryByRole('button', { name: 'Rename campaign' })).toBeNull();
});

test('a name changed offline shows as queued, and can be undone', async () => {
  const worker = fakeWorker();
  const { user, api, dialog, type } = await ask();
  act(() => setSyncStatus(aSyncStatus({ online: false })));
  expect(dialog.getByText(/^You’re offline. This will be sent when you reconnect/)).toBeTruthy();
  let actionId = '';
  api.on(rename, ({ headers }) => {
    actionId = headers.get('Idempotency-Key') ?? '';
    return status(202, { queued: true, actionId });
  });
  await type('Evening trail');
  const toast = within((await screen.findByRole('button', { name: 'Close' })).closest('[role=alert]') as HTMLElement);
  expect(toast.getByText('Rename queued')).toBeTruthy();
  expect(await title('Evening trail')).toBeTruthy();
  const region = within(screen.getByRole('region', { name: 'Campaign status' }));
  expect(region.getByText('Rename queued')).toBeTruthy();
  await user.click(region.getByRole('button', { name: 'Undo' }));
  expect(await title('Morning trail')).toBeTruthy();
  expect(worker.received).toContainEqual({ type: 'undo', actionId });
});

test('a refused rename in the queue shows the new name', async () => {
  const { kind: _, payload: __, ...queued } = anArchiving(aCampaign());
  const attention = { code: 'campaign_archived', message: 'It is archived.', certainty: 'refused', now: null } as const;
  const payload = { campaignId: 'cmp_1', name: 'Evening trail' };
  const action = { ...queued, kind: 'rename-campaign', payload, state: 'attention', attention } as const;
  fakeWorker();
  setSyncStatus(aSyncStatus({ actions: [action] }));
  const { user } = await open();
  const notice = within(screen.getByRole('alert', { name: 'The campaign wasn’t renamed' }));
  expect(notice.getByText(/It is archived./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Review' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Waiting actions' }));
  expect(drawer.getByText('Rename campaign to “Evening trail”')).toBeTruthy();
  expect(drawer.getByRole('button', { name: /^Discard: Rename campaign to “Evening trail”/ })).toBeTruthy();
});
