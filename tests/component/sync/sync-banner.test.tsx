import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearSession, writeSession } from '#api/session/session.ts';
import { setSyncStatus } from '#api/sync-status.ts';
import type { QueuedAction } from '#contract/worker/sync-status.ts';
import { unconfirmedText } from '#features/queue/public.ts';
import { SyncBanner } from '#features/sync/SyncBanner.tsx';
import { aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';
import { anAction, anUnreadableAction, aSession, aSyncStatus, offerRecord } from '../support/examples.ts';
import { type FakeWorker, fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { renderWithApp } from '../support/render.tsx';

let worker: FakeWorker;
beforeEach(() => {
  worker = fakeWorker();
});
afterEach(() => {
  removeFakeWorker();
});

async function showQueue(actions: QueuedAction[], online = false) {
  setSyncStatus(aSyncStatus({ online, actions }));
  const view = renderWithApp(<SyncBanner />, { path: '/dashboard/campaigns' });
  const banner = await screen.findByRole('status', { name: 'Sync status' });
  await view.user.click(within(banner).getByRole('button'));
  const dialog = await screen.findByRole('dialog', { name: 'Waiting actions' });
  return { ...view, dialog: within(dialog) };
}

describe('the banner', () => {
  test('is a status named "Sync status" that follows the worker', async () => {
    renderWithApp(<SyncBanner />);
    const banner = await screen.findByRole('status', { name: 'Sync status' });
    expect(banner.textContent).toBe('');
    act(() => setSyncStatus(aSyncStatus({ online: false, syncedAt: new Date().toISOString() })));
    expect(banner.textContent).toContain('Offline. Showing data from just now');
    act(() => setSyncStatus(aSyncStatus()));
    await waitFor(() => expect(banner.textContent).toContain('Up to date'));
  });

  test('ignores another brand’s decisions, which remain in a worker that couldn’t store the login', async () => {
    writeSession(aSession({ brandId: 'brd_2' }));
    setSyncStatus(aSyncStatus({ actions: [anAction(), anAction({ actionId: 'mine', brandId: 'brd_2' })] }));
    renderWithApp(<SyncBanner />);
    const banner = await screen.findByRole('status', { name: 'Sync status' });
    await waitFor(() => expect(banner.textContent).toContain('1 action waiting to send'));
    clearSession();
  });

  test('shows each text for at least a second, and announces at most one per five seconds', async () => {
    vi.useFakeTimers();
    try {
      setSyncStatus(aSyncStatus({ sending: { done: 0, total: 50 } }));
      renderWithApp(<SyncBanner />);
      await vi.advanceTimersByTimeAsync(100);
      const banner = screen.getByRole('status', { name: 'Sync status' });
      const live = document.querySelector('[aria-live=polite][aria-atomic=true]');
      const seen: string[] = [];
      const announcements: string[] = [];
      for (let done = 1; done <= 50; done += 1) {
        act(() => setSyncStatus(aSyncStatus({ sending: { done, total: 50 } })));
        await act(() => vi.advanceTimersByTimeAsync(200));
        const [text, announced] = [banner.textContent ?? '', live?.textContent ?? ''];
        if (text !== seen.at(-1)) seen.push(text);
        if (announced !== announcements.at(-1)) announcements.push(announced);
      }
      expect(banner.getAttribute('aria-live')).toBe('off');
      expect(seen.length).toBeGreaterThanOrEqual(10);
      expect(seen.length).toBeLessThanOrEqual(12);
      expect(announcements.length).toBeGreaterThanOrEqual(2);
      expect(announcements.length).toBeLessThanOrEqual(3);
      // The last status is always shown in the end.
      act(() => setSyncStatus(aSyncStatus()));
      await act(() => vi.advanceTimersByTimeAsync(6000));
      expect(banner.textContent).toContain('Up to date');
      expect(live?.textContent).toBe('Up to date');
    } finally {
      vi.useRealTimers();
    }
  });

  test('refreshes the device’s copy and the current page', async () => {
    setSyncStatus(aSyncStatus());
    const { user, queryClient } = renderWithApp(<SyncBanner />);
    queryClient.setQueryData(['campaigns'], 'shown');
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(worker.received).toEqual([{ type: 'refresh-now' }]));
    await waitFor(() => expect(queryClient.getQueryState(['campaigns'])?.isInvalidated).toBe(true));
  });

  test('shows that there is still no network', async () => {
    setSyncStatus(aSyncStatus({ online: false }));
    worker.reply(() => ({ ok: true, status: aSyncStatus({ online: false }) }));
    const { user } = renderWithApp(<SyncBanner />);
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Still offline')).toBeTruthy();
  });
});

describe('the list of queued decisions', () => {
  test.each([
    [
      'even after Afield was closed',
      'even if you close Afield',
      class {
        get sync() {
          return {};
        }
      },
    ],
    ['only while Afield is open', 'while Afield is open and you’re online', class {}],
  ])('says that they are sent %s, if the browser supports it', async (_, words, registration) => {
    vi.stubGlobal('ServiceWorkerRegistration', registration);
    const { dialog } = await showQueue([anAction()]);
    expect(dialog.getByText(/^They’ll be sent automatically/).textContent).toContain(words);
    vi.unstubAllGlobals();
  });

  test('shows each decision with its offer, age and state', async () => {
    const changes = anAction({
      actionId: '01J00000000000000000000002',
      kind: 'request-changes',
      state: 'sending',
      payload: {
        offerId: 'off_1',
        fulfillmentId: 'ful_1',
        requestedChanges: [{ templateName: 'START_OVER', variables: { brand_name: 'Northwind' } }],
      },
    });
    const { dialog } = await showQueue([anAction(), changes]);
    const [sending, waiting] = dialog.getAllByRole('listitem');
    expect(sending?.textContent).toMatch(/Request changes \(1\).*Ada Moss.*@adamoss.*ago.*Sending…/);
    expect(waiting?.textContent).toMatch(/Approve draft.*Ada Moss.*@adamoss.*ago.*Waiting to send/);
    expect(
      within(waiting as HTMLElement)
        .getByRole('link', { name: 'Ada Moss' })
        .getAttribute('href'),
    ).toBe('/dashboard/campaigns/cmp_1?offerId=off_1');
    // Only its age can be pressed.
    const buttons = within(sending as HTMLElement).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/ ago$/)]);
  });

  test('undoes a decision that wasn’t sent', async () => {
    const { dialog, user } = await showQueue([anAction()]);
    await user.click(dialog.getByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(worker.received).toEqual([{ type: 'undo', actionId: anAction().actionId }]));
  });

  test('doesn’t offer to undo one that may have arrived, and says why', async () => {
    const { dialog } = await showQueue([anAction({ mayHaveArrived: true })]);
    expect(dialog.getByText(unconfirmedText)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  test('shows why it can’t be undone', async () => {
    worker.reply(() => ({ ok: false, message: 'It may have arrived already.' }));
    const { dialog, user } = await showQueue([anAction()]);
    await user.click(dialog.getByRole('button', { name: /^Undo/ }));
    expect(await screen.findByText('It may have arrived already.')).toBeTruthy();
  });

  test('sends now', async () => {
    const { dialog, user } = await showQueue([anAction()]);
    await user.click(dialog.getByRole('button', { name: 'Send now' }));
    await waitFor(() => expect(worker.received).toEqual([{ type: 'send-now' }]));
  });

  test('is empty when all have arrived', async () => {
    const { dialog } = await showQueue([anAction()]);
    act(() => setSyncStatus(aSyncStatus()));
    expect(dialog.getByText('No waiting actions')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Send now' })).toBeNull();
  });
});

describe('an action that needs attention', () => {
  const refused = anAction({
    state: 'attention',
    attention: { code: 'forbidden', message: 'The server refused it.', certainty: 'refused', now: null },
  });
  const changedNow = {
    code: 'offer_changed',
    message: 'The creator has sent another draft.',
    certainty: 'refused' as const,
    now: offerRecord(
      anOffer({
        currentStage: {
          type: 'AWAITING_EVIDENCE_CLEARANCE',
          enteredAt: '2026-01-04T00:00:00.000Z',
          fulfillment: aFulfillment({ id: 'ful_2', evidenceType: 'PUBLISHED_VIDEO_URL' }),
        },
      }),
    ),
  };
  const changed = anAction({ state: 'attention', attention: changedNow });

  test('is explained if this version can’t read it, and can only be discarded', async () => {
    const message = 'This version of Afield can’t read this action.';
    const unreadable = anUnreadableAction(message);
    const { dialog, user } = await showQueue([unreadable], true);
    expect(screen.getByRole('status', { name: 'Sync status', hidden: true }).textContent).toContain(
      '1 action needs attention',
    );
    expect(dialog.getByText(message)).toBeTruthy();
    expect(dialog.queryByRole('link')).toBeNull();
    expect(dialog.queryByRole('button', { name: /^Retry/ })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Discard: Action' }));
    await waitFor(() => expect(worker.received).toEqual([{ type: 'discard', actionId: unreadable.actionId }]));
  });

  test('can be retried or discarded', async () => {
    const { dialog, user } = await showQueue([refused], true);
    expect(dialog.getByText('The server refused it.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: /^Retry/ }));
    await user.click(dialog.getByRole('button', { name: /^Discard/ }));
    const { actionId } = refused;
    await waitFor(() =>
      expect(worker.received).toEqual([
        { type: 'retry', actionId },
        { type: 'discard', actionId },
      ]),
    );
  });

  test('with an unknown outcome is labeled, and shows the offer’s current status', async () => {
    const { dialog } = await showQueue(
      [anAction({ state: 'attention', attention: { ...changedNow, code: 'forbidden', certainty: 'unknown' } })],
      true,
    );
    expect(dialog.getByText('We can’t tell whether your approval arrived')).toBeTruthy();
    expect(dialog.getByText('The offer’s status is now “Review link”.')).toBeTruthy();
    expect(dialog.queryByText(/not applied/)).toBeNull();
    expect(dialog.queryByRole('button', { name: /^Retry/ })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Review again: Approve draft, Ada Moss' })).toBeTruthy();
  });

  test('shows the decision beside the offer’s current status, and is never applied to an unseen version', async () => {
    const { dialog } = await showQueue([changed], true);
    expect(dialog.getByText('The creator has sent another draft.')).toBeTruthy();
    const decided = dialog.getByText('Your decision').parentElement;
    const there = dialog.getByText('Current status').parentElement;
    expect(decided?.textContent).toContain('Approve draft');
    expect(there?.textContent).toContain('Review link');
    expect(dialog.getByRole('link', { name: 'Open offer' }).getAttribute('href')).toBe(
      '/dashboard/campaigns/cmp_1?offerId=off_1',
    );
    expect(dialog.queryByRole('button', { name: /^Retry/ })).toBeNull();
    expect(dialog.getByRole('button', { name: /^Review again/ })).toBeTruthy();
  });

  test.each([
    ['refused', 'is given up', /^Discard/],
    ['unknown', 'is only no longer shown', /^Dismiss/],
  ] as const)('(%s) %s if there is nothing left to review', async (certainty, _, name) => {
    const stage = { type: 'INVALIDATED', enteredAt: '2026-01-04T00:00:00.000Z', fulfillment: null } as const;
    const now = offerRecord(anOffer({ currentStage: stage }));
    const attention = { ...changedNow, certainty, now };
    const { dialog } = await showQueue([anAction({ state: 'attention', attention })], true);
    expect(dialog.getByRole('button', { name })).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /^Review again/ })).toBeNull();
  });
});
