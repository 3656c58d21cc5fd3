import { describe, expect, test } from 'vitest';
import type { SyncStatus } from '#contract/worker/sync-status.ts';
import { bannerOf } from '#features/sync/banner.ts';
import { anAction, aSyncStatus } from '../support/examples.ts';

const now = new Date('2026-01-03T09:05:00.000Z');
const waiting = anAction();
const parked = anAction({
  state: 'attention',
  attention: { code: 'not_found', message: 'Gone.', certainty: 'refused', now: null },
});
/** A mark-as-read, which isn't a decision of the user. */
const marking = { ...waiting, kind: 'mark-read', payload: { campaignId: 'cmp_1' }, seen: null } as const;
const refusedMark = { ...marking, state: 'attention', attention: parked.attention } as const;
const isSending = { done: 0, total: 2 };

type More = Omit<Parameters<typeof bannerOf>[0], 'status' | 'now'>;
const said = (status: Partial<SyncStatus> | null, more: More = { keptOut: null, updateReady: false }) =>
  bannerOf({ status: status && aSyncStatus(status), ...more, now });
const text = (...given: Parameters<typeof said>) => said(...given)?.text;

describe('the text for', () => {
  test.each<[string, Partial<SyncStatus>, string]>([
    ['one parked action', { actions: [parked] }, '1 action needs attention'],
    ['two parked actions', { actions: [parked, parked] }, '2 actions need attention'],
    [
      'an ended session with one pending action',
      { sessionExpired: true, actions: [waiting] },
      'Session expired. Log in to send 1 waiting action',
    ],
    [
      'an ended session with two pending actions',
      { sessionExpired: true, actions: [waiting, waiting] },
      'Session expired. Log in to send 2 waiting actions',
    ],
    ['offline', { online: false }, 'Offline. Showing data from 5 min ago'],
    [
      'offline with one pending action',
      { online: false, actions: [waiting] },
      'Offline. Showing data from 5 min ago · 1 action waiting to send',
    ],
    [
      'offline with two pending actions',
      { online: false, actions: [waiting, waiting] },
      'Offline. Showing data from 5 min ago · 2 actions waiting to send',
    ],
    ['offline with a quiet action', { online: false, actions: [marking] }, 'Offline. Showing data from 5 min ago'],
    ['a refused mark-as-read', { actions: [refusedMark] }, 'Up to date'],
    ['a mark-as-read in flight beside a pending action', { actions: [marking, waiting] }, '1 action waiting to send'],
    ['offline with nothing stored', { online: false, syncedAt: null }, 'Offline. No data stored on this device yet'],
    [
      'a server that asks to wait',
      { holdUp: { kind: 'asked-to-wait', until: new Date(2026, 0, 3, 14, 2, 10).toISOString() }, actions: [waiting] },
      'The server is busy. Sending resumes at 14:03',
    ],
    [
      'a server, or a gateway, that accepts no actions',
      { holdUp: { kind: 'not-taking' }, sending: isSending, actions: [waiting] },
      'The server isn’t accepting actions right now',
    ],
    ['the first of two being sent', { sending: isSending, actions: [waiting, waiting] }, 'Sending 1 of 2…'],
    ['all actions sent, before the sync', { sending: { done: 2, total: 2 } }, 'Sending 2 of 2…'],
    ['an action that the server delays', { actions: [waiting] }, '1 action waiting to send'],
    ['a running sync', { refreshing: true }, 'Refreshing…'],
    [
      'a hanging storage',
      { storage: 'unavailable' },
      'This device’s storage isn’t responding, so Afield only works online',
    ],
    [
      'a hanging storage with one pending action',
      { storage: 'unavailable', actions: [waiting] },
      'This device’s storage isn’t responding. 1 action stored on it',
    ],
    [
      'no storage and no network',
      { storage: 'unavailable', online: false },
      'Offline, and this device’s storage isn’t responding. Afield can’t show or save anything',
    ],
    ['a full disk', { storage: 'full' }, 'Storage full. Some data isn’t stored'],
    [
      'a full disk with one pending action',
      { storage: 'full', actions: [waiting] },
      'Storage full · 1 action waiting to send',
    ],
    [
      'a full disk and no network',
      { storage: 'full', online: false },
      'Offline. Storage full, so new actions can’t be saved',
    ],
    ['a failed sync', { lastSync: 'failed' }, 'Couldn’t refresh. Showing data from 5 min ago'],
    [
      'no successful sync so far',
      { lastSync: 'failed', syncedAt: null },
      'Couldn’t refresh. No data stored on this device yet',
    ],
    ['a failed sync without a network', { online: false, lastSync: 'failed' }, 'Offline. Showing data from 5 min ago'],
    ['a running sync after a failed one', { refreshing: true, lastSync: 'failed' }, 'Refreshing…'],
    ['nothing to do', {}, 'Up to date'],
  ])('%s', (_, status, expected) => {
    expect(text(status)).toBe(expected);
  });

  test('a brand that awaits its approval', () => {
    expect(text({}, { keptOut: { checksApproval: true }, updateReady: false })).toBe('Checking approval…');
    expect(text(null, { keptOut: { checksApproval: true }, updateReady: false })).toBe('Checking approval…');
  });

  test('an offline brand that can’t use the dashboard', () => {
    const more = { keptOut: { checksApproval: false }, updateReady: false };
    const words = 'Offline. This page updates when you’re back online';
    expect(text({ online: false, syncedAt: null }, more)).toBe(words);
    expect(text({ online: false }, more)).toBe(words);
    expect(text({ online: false, actions: [waiting] }, more)).toBe(`${words} · 1 action waiting to send`);
  });

  test('a newer version', () => {
    expect(text({}, { keptOut: null, updateReady: true })).toBe('Update ready');
  });

  test('is null before the worker’s first status, and before the first copy', () => {
    expect(said(null)).toBeNull();
    expect(said({ syncedAt: null })).toBeNull();
  });
});

test('the most urgent state is shown', () => {
  const all: Partial<SyncStatus> = {
    actions: [parked, waiting],
    sessionExpired: true,
    online: false,
    sending: isSending,
    refreshing: true,
    lastSync: 'failed',
  };
  const more = { keptOut: { checksApproval: true }, updateReady: true };
  const steps: [Partial<SyncStatus>, RegExp][] = [
    [{}, /attention/],
    [{ actions: [waiting] }, /^Session expired/],
    [{ sessionExpired: false }, /^Offline/],
    [{ online: true }, /^Sending/],
    [{ sending: null }, /waiting to send/],
    [{ actions: [] }, /^Refreshing/],
    [{ refreshing: false }, /^Checking approval/],
  ];
  let status = all;
  for (const [ended, expected] of steps) {
    status = { ...status, ...ended };
    expect(text(status, more)).toMatch(expected);
  }
  expect(text(status, { ...more, keptOut: null })).toBe('Update ready');
  expect(text(status)).toMatch(/^Couldn’t refresh/);
  expect(text({ ...status, lastSync: 'done' })).toBe('Up to date');
});

test.each<[Partial<SyncStatus>, string | undefined]>([
  [{ actions: [parked] }, 'Review'],
  [{ sessionExpired: true, actions: [waiting] }, 'Log in'],
  [{ online: false }, 'Retry'],
  [{ online: false, actions: [waiting] }, 'View'],
  [{ sending: isSending }, 'View'],
  [{ refreshing: true }, undefined],
  [{ lastSync: 'failed' }, 'Retry'],
  [{}, 'Refresh'],
])('there is at most one button: %j', (status, label) => {
  expect(said(status)?.action?.label).toBe(label);
});
