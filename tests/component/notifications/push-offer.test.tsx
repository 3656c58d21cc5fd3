import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { PushOffer } from '#features/notifications/PushOffer.tsx';
import { anOffer } from '#tests/unit/domain/examples.ts';
import { aSyncStatus } from '../support/examples.ts';
import { type FakePush, fakePush, removeFakePush } from '../support/fake-push.ts';
import { renderWithApp } from '../support/render.tsx';
import { accept, answerWith, approved, type Review, review, underReview } from '../support/review.tsx';

let push: FakePush;
const save = 'PUT /brand/v1.0/push/device';
const question = 'Get notified when a draft or link is ready to review?';

beforeEach(() => {
  push = fakePush();
});
afterEach(() => {
  removeFakePush();
  localStorage.clear();
  setSyncStatus(null);
});

async function approve(): Promise<Review> {
  const open = await review(anOffer(underReview()));
  answerWith(open.api, accept, approved);
  open.api.on('GET /brand/v1.0/push', () => ({ publicKey: 'BKey', devices: [] }));
  open.api.on(save, ({ body }) => ({
    id: 'psh_1',
    userAgent: null,
    createdAt: '2026-01-02T00:00:00.000Z',
    current: true,
    ...(body as object),
  }));
  expect(screen.queryByText(question)).toBeNull();
  await open.user.click(open.panel.getByRole('button', { name: /^Approve/ }));
  await open.panel.findByText('Approved');
  return open;
}

test('notifications are offered after the first decision, and the browser prompts only after a tap', async () => {
  const { panel, user, api } = await approve();
  const turnOn = await panel.findByRole('button', { name: 'Turn on notifications' });
  expect([push.asked, api.to(save)]).toEqual([0, []]);
  await user.click(turnOn);
  await waitFor(() => expect(panel.queryByText(question)).toBeNull());
  expect([push.asked, push.keys]).toEqual([1, ['BKey']]);
  expect(api.to(save)).toHaveLength(1);
});

test('notifications are offered once per device, even if the offer is declined or ignored', async () => {
  const first = renderWithApp(<PushOffer />);
  await first.user.click(await screen.findByRole('button', { name: 'No, thanks' }));
  expect(screen.queryByText(question)).toBeNull();
  first.unmount();
  renderWithApp(<PushOffer />);
  expect(screen.queryByText(question)).toBeNull();
  expect(push.asked).toBe(0);
});

test.each(['granted', 'denied'] as const)('a browser with a permission already set (%s) isn’t asked', (permission) => {
  push.permit(permission);
  renderWithApp(<PushOffer />);
  expect(screen.queryByText(question)).toBeNull();
});

test('a browser without push isn’t asked', () => {
  removeFakePush();
  renderWithApp(<PushOffer />);
  expect(screen.queryByText(question)).toBeNull();
});

test('notifications aren’t offered offline, but can be later', async () => {
  setSyncStatus(aSyncStatus({ online: false }));
  const first = renderWithApp(<PushOffer />);
  expect(screen.queryByText(question)).toBeNull();
  first.unmount();
  setSyncStatus(null);
  renderWithApp(<PushOffer />);
  expect(await screen.findByText(question)).toBeTruthy();
});

test('denied permission is shown, and nothing is saved', async () => {
  push.answer = 'denied';
  const { user } = renderWithApp(<PushOffer />);
  await user.click(await screen.findByRole('button', { name: 'Turn on notifications' }));
  expect(await screen.findByText('Your browser didn’t allow notifications.')).toBeTruthy();
  expect(push.keys).toEqual([]);
});
