import { act, screen, waitFor } from '@testing-library/react';
import * as fakeIndexedDb from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSession, writeSession } from '#api/session/session.ts';
import { setSyncStatus } from '#api/sync-status.ts';
import { requestLogOut } from '#app/session/log-out-request.ts';
import { readRemainingData, writeRemainingData } from '#app/session/remaining-data.ts';
import type { WorkerReply } from '#contract/worker/worker-message.ts';
import { LoginScreen } from '#features/auth/login/LoginScreen.tsx';
import { LogoutDialog } from '#features/auth/logout/LogoutDialog.tsx';
import type { ActionRow, StoredReceipt } from '#sw/database/action-row.ts';
import { connectCopy, connectOutbox } from '#sw/database/database.ts';
import { storeNewerSession } from '#sw/database/session-copy.ts';
import { createFaultyStorage } from '#tests/support/browsers/storage-faults.ts';
import { anAction, aSession, aSyncStatus } from '../support/examples.ts';
import { type FakeWorker, fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { renderWithApp } from '../support/render.tsx';

let worker: FakeWorker;
const assign = vi.fn();
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  worker = fakeWorker();
  writeSession(aSession());
  fetched.mockReset().mockImplementation(async () => Response.json({}));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { ...window.location, assign });
});
afterEach(() => {
  removeFakeWorker();
  vi.unstubAllGlobals();
  assign.mockReset();
});

const wipe = { type: 'wipe', brandId: 'brd_1' };
const hasLeft = () => waitFor(() => expect(assign).toHaveBeenCalledWith('/'));

async function askToLeave(waiting: number) {
  setSyncStatus(aSyncStatus({ actions: Array.from({ length: waiting }, () => anAction()) }));
  const view = renderWithApp(<LogoutDialog />);
  await act(async () => requestLogOut());
  return view;
}

describe('a logout on the server', () => {
  test('ends the session by a request that outlives the page', async () => {
    await askToLeave(0);
    await hasLeft();
    expect(fetched).toHaveBeenCalledTimes(1);
    const { brandId, refreshToken } = aSession();
    expect(fetched.mock.calls[0]).toMatchObject([
      '/brand/v1.0/auth/logout',
      { method: 'POST', keepalive: true, body: JSON.stringify({ brandId, refreshToken }) },
    ]);
  });

  test.each([
    ['hangs', () => new Promise<Response>(() => {})],
    ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('isn’t delayed by a network that %s', async (_, answer) => {
    fetched.mockImplementation(answer);
    await askToLeave(0);
    await hasLeft();
    expect(readSession()).toBeNull();
  });
});

describe('a logout with nothing pending', () => {
  test('wipes the copy, removes the session, and shows the login', async () => {
    localStorage.setItem('afield-first-frame', '{}');
    sessionStorage.setItem('afield-destination', '/dashboard/settings');
    await askToLeave(0);
    await hasLeft();
    expect(worker.received).toEqual([wipe]);
    expect(readSession()).toBeNull();
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('keeps the device’s own settings', async () => {
    localStorage.setItem('mantine-color-scheme-value', 'dark');
    localStorage.setItem('afield-install-dismissed', 'yes');
    await askToLeave(0);
    await hasLeft();
    expect({ ...localStorage }).toEqual({
      'mantine-color-scheme-value': 'dark',
      'afield-install-dismissed': 'yes',
    });
  });

  test('removes the session even if the worker fails', async () => {
    const own = new fakeIndexedDb.IDBFactory();
    const deleting = vi.spyOn(own, 'deleteDatabase');
    vi.stubGlobal('indexedDB', own);
    worker.reply(() => ({ ok: false, message: 'No.' }));
    await askToLeave(0);
    await hasLeft();
    expect(readSession()).toBeNull();
    expect(deleting).toHaveBeenCalledWith('afield-copy');
    expect(readRemainingData()).toBeNull();
    // The page must not create a missing database, because only the worker creates its tables.
    expect(await own.databases()).toEqual([]);
  });

  test('removes this brand’s data and keeps another brand’s pending actions, if the worker fails', async () => {
    for (const [name, type] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, type);
    vi.stubGlobal('indexedDB', new fakeIndexedDb.IDBFactory());
    const outbox = connectOutbox();
    const action = (seq: number, brandId: string) => ({ seq, actionId: `act_${seq}`, brandId });
    await outbox.run(async (database) => {
      for (const row of [action(1, 'brd_1'), action(2, 'brd_2'), action(3, 'brd_1')])
        await database.put('actions', row as unknown as ActionRow);
      for (const key of [
        ['brd_1', 'act_1'],
        ['brd_2', 'act_2'],
      ] as const)
        await database.put('unsent', true, [...key]);
      await database.put('receipts', { actionId: 'act_0', brandId: 'brd_1', settledAt: 1 } as unknown as StoredReceipt);
    });
    await storeNewerSession(outbox, aSession());
    worker.reply(() => ({ ok: false, message: 'No.' }));
    await askToLeave(0);
    await hasLeft();
    const left = await outbox.run(async (database) => ({
      actions: (await database.getAll('actions')).map(({ actionId }) => actionId),
      receipts: await database.count('receipts'),
      unsent: await database.getAllKeys('unsent'),
      sessions: await database.count('session'),
    }));
    expect(left).toEqual({ actions: ['act_2'], receipts: 0, unsent: [['brd_2', 'act_2']], sessions: 0 });
    outbox.close();
  });
});

describe('a logout with a hanging storage', () => {
  /** A phone whose databases exist and no longer respond. */
  async function hangingStorage() {
    for (const [name, type] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, type);
    const { factory, faults } = createFaultyStorage();
    vi.stubGlobal('indexedDB', factory);
    const [copy, outbox] = [connectCopy(), connectOutbox()];
    await Promise.all([copy.run((database) => database.count('offers')), storeNewerSession(outbox, aSession())]);
    for (const connection of [copy, outbox]) connection.close();
    for (const name of ['afield-copy', 'afield-outbox']) faults.set(name, 'hang');
    return () => {
      for (const name of ['afield-copy', 'afield-outbox']) faults.set(name, null);
    };
  }
  const said = () => screen.findByText(/^You’re logged out, but/);

  test('removes the session before it awaits anything', async () => {
    let answer = (_: WorkerReply) => {};
    worker.reply(() => new Promise((resolve) => (answer = resolve)));
    await askToLeave(0);
    expect(worker.received).toEqual([wipe]);
    expect(readSession()).toBeNull();
    expect(assign).not.toHaveBeenCalled();
    answer({ ok: true, status: null });
    await hasLeft();
  });

  test('shows the login, and reports what is left on the device', async () => {
    const mend = await hangingStorage();
    worker.reply(() => ({ ok: false, message: 'No.' }));
    const { unmount } = await askToLeave(0);
    await hasLeft();
    unmount();
    const { user } = renderWithApp(<LoginScreen />);
    expect((await said()).textContent).toBe(
      'You’re logged out, but some data is still on this device because its storage didn’t respond: ' +
        'campaigns, offers and analytics and waiting actions.',
    );
    mend();
    await user.click(screen.getByRole('button', { name: 'Remove now' }));
    await waitFor(() => expect(screen.queryByText(/^You’re logged out, but/)).toBeNull());
    expect(readRemainingData()).toBeNull();
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('afield-copy');
  });

  test('is continued by the next login if its page was closed', async () => {
    writeRemainingData({ brandId: 'brd_1', parts: [] });
    renderWithApp(<LoginScreen />);
    await waitFor(() => expect(readRemainingData()).toBeNull());
    expect(worker.received).toEqual([wipe]);
    expect(screen.queryByText(/^You’re logged out, but/)).toBeNull();
  });
});

describe('a logout with pending decisions', () => {
  test('asks first, and going back loses nothing', async () => {
    const { user } = await askToLeave(2);
    expect(await screen.findByRole('dialog', { name: 'Log out?' })).toBeTruthy();
    expect(screen.getByText(/^2 actions haven’t been sent yet/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(worker.received).toEqual([]);
    expect(readSession()).not.toBeNull();
  });

  test('discards them with "Log out anyway"', async () => {
    const { user } = await askToLeave(1);
    expect(await screen.findByText(/^1 action hasn’t been sent yet/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Log out anyway' }));
    await hasLeft();
    expect(worker.received).toEqual([wipe]);
  });

  test('sends them first with "Send now"', async () => {
    worker.reply(() => ({ ok: true, status: aSyncStatus() }));
    const { user } = await askToLeave(1);
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    await hasLeft();
    expect(worker.received).toEqual([{ type: 'send-now' }, wipe]);
  });

  test('is aborted by "Send now" if some decisions can’t be sent', async () => {
    worker.reply(() => ({ ok: true, status: aSyncStatus({ online: false, actions: [anAction()] }) }));
    const { user } = await askToLeave(2);
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    expect(await screen.findByText(/^Some actions couldn’t be sent/)).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
    expect(readSession()).not.toBeNull();
  });
});
