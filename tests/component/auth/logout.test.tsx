import { act, screen, waitFor } from '@testing-library/react';
import * as fakeIndexedDb from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requestLogOut } from '../../../src/api/log-out-request.ts';
import { readSession, writeSession } from '../../../src/api/session.ts';
import { setSyncStatus } from '../../../src/api/sync-status.ts';
import { LogoutDialog } from '../../../src/features/auth/LogoutDialog.tsx';
import type { ActionRow, StoredReceipt } from '../../../src/offline/action-row.ts';
import { connectOutbox } from '../../../src/offline/database.ts';
import { keepNewerSession } from '../../../src/offline/session-copy.ts';
import { anAction, aSession, aSyncStatus } from '../support/examples.ts';
import { type FakeWorker, fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { renderWithApp } from '../support/render.tsx';

let worker: FakeWorker;
const assign = vi.fn();

beforeEach(() => {
  worker = fakeWorker();
  writeSession(aSession());
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

describe('with nothing that waits', () => {
  test('the copy is wiped, the session gone, and the login is shown', async () => {
    localStorage.setItem('afield-first-frame', '{}');
    sessionStorage.setItem('afield-destination', '/dashboard/settings');
    await askToLeave(0);
    await hasLeft();
    expect(worker.told).toEqual([wipe]);
    expect(readSession()).toBeNull();
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('what is the device’s own stays', async () => {
    localStorage.setItem('mantine-color-scheme-value', 'dark');
    localStorage.setItem('afield-install-dismissed', 'yes');
    await askToLeave(0);
    await hasLeft();
    expect({ ...localStorage }).toEqual({
      'mantine-color-scheme-value': 'dark',
      'afield-install-dismissed': 'yes',
    });
  });

  test('a worker that fails does not keep anybody logged in', async () => {
    const deleted: string[] = [];
    const own = new fakeIndexedDb.IDBFactory();
    vi.spyOn(own, 'deleteDatabase').mockImplementation((name) => {
      deleted.push(name);
      return {} as IDBOpenDBRequest;
    });
    vi.stubGlobal('indexedDB', own);
    worker.reply(() => ({ ok: false, message: 'No.' }));
    await askToLeave(0);
    await hasLeft();
    expect(readSession()).toBeNull();
    expect(deleted).toContain('afield-copy');
    // None was made where there was none: its tables are the worker's to make.
    expect(await own.databases()).toEqual([]);
  });

  test('a worker that fails keeps what another brand has waiting, and nothing of this one', async () => {
    for (const [name, type] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, type);
    vi.stubGlobal('indexedDB', new fakeIndexedDb.IDBFactory());
    const outbox = connectOutbox();
    const action = (seq: number, brandId: string) => ({ seq, actionId: `act_${seq}`, brandId });
    await outbox.run(async (database) => {
      for (const row of [action(1, 'brd_1'), action(2, 'brd_2'), action(3, 'brd_1')])
        await database.put('actions', row as unknown as ActionRow);
      await database.put('receipts', { actionId: 'act_0', brandId: 'brd_1', settledAt: 1 } as unknown as StoredReceipt);
    });
    await keepNewerSession(outbox, aSession());
    worker.reply(() => ({ ok: false, message: 'No.' }));
    await askToLeave(0);
    await hasLeft();
    const left = await outbox.run(async (database) => ({
      actions: (await database.getAll('actions')).map(({ actionId }) => actionId),
      receipts: await database.count('receipts'),
      sessions: await database.count('session'),
    }));
    expect(left).toEqual({ actions: ['act_2'], receipts: 0, sessions: 0 });
    outbox.close();
  });
});

describe('with decisions that wait', () => {
  test('it asks, and nothing is lost by going back', async () => {
    const { user } = await askToLeave(2);
    expect(await screen.findByRole('dialog', { name: 'Log out?' })).toBeTruthy();
    expect(screen.getByText(/^2 decisions were not sent yet/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(worker.told).toEqual([]);
    expect(readSession()).not.toBeNull();
  });

  test('"Log out anyway" gives them up', async () => {
    const { user } = await askToLeave(1);
    expect(await screen.findByText(/^1 decision was not sent yet/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Log out anyway' }));
    await hasLeft();
    expect(worker.told).toEqual([wipe]);
  });

  test('"Send now" sends them first, then leaves', async () => {
    worker.reply(() => ({ ok: true, status: aSyncStatus() }));
    const { user } = await askToLeave(1);
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    await hasLeft();
    expect(worker.told).toEqual([{ type: 'send-now' }, wipe]);
  });

  test('"Send now" stays when not all could be sent', async () => {
    worker.reply(() => ({ ok: true, status: aSyncStatus({ online: false, actions: [anAction()] }) }));
    const { user } = await askToLeave(2);
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    expect(await screen.findByText(/^Not all could be sent/)).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
    expect(readSession()).not.toBeNull();
  });
});
