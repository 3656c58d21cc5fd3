import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Toaster } from '#ui/toasts/Toaster.tsx';
import { hideAllToasts, hideErrorToast, hideToast, toastError, toastInfo } from '#ui/toasts/toast.tsx';

beforeEach(() => {
  hideAllToasts();
  render(
    <MantineProvider env="test">
      <Toaster />
    </MantineProvider>,
  );
});
const visibleToasts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const queued = (name: string) => act(() => toastInfo(`${name} queued`, { id: name, onUndo: () => undefined }));

test('a toast with the same id replaces the last one', async () => {
  for (const detail of ['One.', 'Two.']) act(() => toastError('Login failed', { id: 'login', detail }));
  await screen.findByText('Two.');
  await waitFor(() => expect(screen.queryByText('One.')).toBeNull());
});

test('an error can be hidden by its id without hiding a later attempt’s result', async () => {
  act(() => toastError('Login failed', { id: 'login' }));
  await screen.findByText('Login failed');
  act(() => hideErrorToast('login'));
  await waitFor(() => expect(visibleToasts()).toEqual([]));
  queued('login');
  act(() => hideErrorToast('login'));
  expect(await screen.findByText('login queued')).toBeTruthy();
});

test('only the newest of many toasts are shown, and none is delayed', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E']) queued(name);
  await waitFor(() => expect(visibleToasts()).toEqual(['C queuedUndo', 'D queuedUndo', 'E queuedUndo']));
  for (const name of ['C', 'D', 'E']) act(() => hideToast(name));
  await waitFor(() => expect(visibleToasts()).toEqual([]));
});

test('an error stays until it is closed, even if other toasts follow', async () => {
  act(() => toastError('Card declined', { id: 'funds' }));
  for (const name of ['A', 'B', 'C', 'D']) queued(name);
  await waitFor(() => expect(visibleToasts()).toEqual(['Card declined', 'C queuedUndo', 'D queuedUndo']));
  for (const id of ['login', 'reset']) act(() => toastError(`${id} failed`, { id }));
  queued('E');
  await waitFor(() =>
    expect(visibleToasts()).toEqual(['Card declined', 'login failed', 'reset failed', 'E queuedUndo']),
  );
});

test('a toast shown before the toaster has loaded appears in its place', async () => {
  cleanup();
  const root = document.documentElement;
  root.style.removeProperty('--toasts-bottom');
  queued('early');
  render(
    // Without Mantine's test environment, which omits the portal: the region appears one render after the toaster.
    <MantineProvider>
      <Toaster />
    </MantineProvider>,
  );
  await screen.findByText('early queued');
  await waitFor(() => expect(root.style.getPropertyValue('--toasts-bottom')).toMatch(/px$/));
});
