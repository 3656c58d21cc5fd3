import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearSession, writeSession } from '#api/session/session.ts';
import { setKeptDrafts } from '#app/device/kept-drafts.ts';
import type { KeptDrafts } from '#contract/worker/kept-drafts.ts';
import { DraftDownloads } from '#features/settings/device/DraftDownloads.tsx';
import { aSession } from '../support/examples.ts';
import { type FakeWorker, fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { renderWithApp } from '../support/render.tsx';

const someDrafts = (part: Partial<KeptDrafts> = {}): KeptDrafts => ({
  brandId: 'brd_1',
  policy: 'wifi',
  tellsNetwork: true,
  savesData: false,
  keptBytes: 41_200_000,
  keptCount: 3,
  drafts: [],
  ...part,
});

let worker: FakeWorker;
beforeEach(() => {
  worker = fakeWorker();
  writeSession(aSession());
});
afterEach(() => {
  setKeptDrafts(null);
  removeFakeWorker();
  clearSession();
});

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

test('the setting shows the policy, the number of drafts and their size in MB', async () => {
  renderWithApp(<DraftDownloads />);
  await waitFor(() => expect(worker.received).toEqual([{ type: 'get-drafts' }]));
  act(() => setKeptDrafts(someDrafts()));
  expect(await screen.findByText('3 videos, 41 MB')).toBeTruthy();
  expect(radio('On Wi-Fi only').checked).toBe(true);
  act(() => setKeptDrafts(someDrafts({ keptCount: 1, keptBytes: 2_500_000, policy: 'always' })));
  expect(await screen.findByText('1 video, 2.5 MB')).toBeTruthy();
  expect(radio('On any connection').checked).toBe(true);
});

test('the user’s choice is sent to the worker', async () => {
  setKeptDrafts(someDrafts());
  const { user } = renderWithApp(<DraftDownloads />);
  await user.click(await screen.findByRole('radio', { name: 'Never' }));
  expect(worker.received).toContainEqual({ type: 'set-downloads', policy: 'never' });
  await user.click(screen.getByRole('button', { name: 'Remove downloads' }));
  expect(worker.received).toContainEqual({ type: 'remove-downloads' });
});

test('a choice that wasn’t saved shows an error', async () => {
  setKeptDrafts(someDrafts());
  worker.reply(() => ({ ok: false, message: 'Please try again.' }));
  const { user } = renderWithApp(<DraftDownloads />);
  await user.click(await screen.findByRole('radio', { name: 'Never' }));
  expect(await screen.findByText('Couldn’t save this setting. Please try again.')).toBeTruthy();
  await waitFor(() => expect(radio('On Wi-Fi only').checked).toBe(true));
});

test.each([
  [{ savesData: true, policy: 'never' }, 'Your browser is set to save data, so drafts aren’t downloaded.'],
  [{ tellsNetwork: false, policy: 'always' }, 'Afield can’t detect Wi-Fi in this browser.'],
  [{ tellsNetwork: false, policy: 'wifi' }, 'Afield can’t detect Wi-Fi in this browser, so drafts aren’t downloaded.'],
] as const)('the setting explains the browser’s status: %o', async (part, text) => {
  setKeptDrafts(someDrafts(part));
  renderWithApp(<DraftDownloads />);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('the button to remove drafts is hidden if nothing is stored', async () => {
  setKeptDrafts(someDrafts({ keptBytes: 0, keptCount: 0 }));
  renderWithApp(<DraftDownloads />);
  expect(await screen.findByText('No drafts are on this device.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove downloads' })).toBeNull();
});
