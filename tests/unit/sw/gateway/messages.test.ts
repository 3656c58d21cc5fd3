import { expect, test, vi } from 'vitest';
import type { WorkerReply } from '#contract/worker/worker-message.ts';
import { type Commands, handleMessage, RefusedError } from '#sw/messages.ts';
import { aSession, aSyncStatus } from '#tests/component/support/examples.ts';

function listenWith(part: Partial<Commands> = {}) {
  const mocks = {
    session: vi.fn(),
    pageState: vi.fn(),
    refreshNow: vi.fn(),
    undo: vi.fn(),
    retry: vi.fn(),
    discard: vi.fn(),
    freeSpace: vi.fn(async () => undefined),
    serverChanged: vi.fn(),
    sendNow: vi.fn(),
    wipe: vi.fn(),
    broadcastDrafts: vi.fn(),
    setDownloads: vi.fn(),
    removeDownloads: vi.fn(),
    claim: vi.fn(),
    skipWaiting: vi.fn(),
  };
  const commands: Commands = { ...mocks, status: async () => aSyncStatus(), ...part };
  const replies: WorkerReply[] = [];
  const reported: unknown[] = [];
  const say = (data: unknown) =>
    handleMessage(
      data,
      (reply) => replies.push(reply),
      commands,
      (error) => reported.push(error),
    );
  return { mocks, replies, reported, say };
}

test.each([
  [{ type: 'session', session: aSession() }, 'session', { type: 'session', session: aSession() }],
  [{ type: 'session', session: null }, 'session', { type: 'session', session: null }],
  [{ type: 'server-changed' }, 'serverChanged', undefined],
  [{ type: 'refresh-now' }, 'refreshNow', undefined],
  [{ type: 'undo', actionId: 'act_1' }, 'undo', 'act_1'],
  [{ type: 'retry', actionId: 'act_1' }, 'retry', 'act_1'],
  [{ type: 'discard', actionId: 'act_1' }, 'discard', 'act_1'],
  [{ type: 'send-now' }, 'sendNow', undefined],
  [{ type: 'get-drafts' }, 'broadcastDrafts', undefined],
  [{ type: 'set-downloads', policy: 'wifi' }, 'setDownloads', 'wifi'],
  [{ type: 'remove-downloads' }, 'removeDownloads', undefined],
  [{ type: 'wipe', brandId: 'brd_1' }, 'wipe', 'brd_1'],
  [{ type: 'claim' }, 'claim', undefined],
  [{ type: 'skip-waiting' }, 'skipWaiting', undefined],
] as const)('%o is handled, and the reply contains the status', async (message, name, given) => {
  const { mocks, replies, say } = listenWith();
  await say(message);
  expect(mocks[name].mock.calls).toEqual([given === undefined ? [] : [given]]);
  expect(replies).toEqual([{ ok: true, status: aSyncStatus() }]);
});

test.each([
  undefined,
  null,
  'undo',
  { type: 'undo' },
  { type: 'undo', actionId: '' },
  { type: 'page-state', visible: 'yes', reason: 'start' },
  { type: 'session', session: { brandId: 'brd_1' } },
  { type: 'workbox', payload: {} },
])('%o isn’t one of our messages, and is ignored without a reply', async (message) => {
  const { mocks, replies, reported, say } = listenWith();
  await say(message);
  const called = Object.values(mocks).filter((each) => each.mock.calls.length > 0);
  expect([called, replies, reported]).toEqual([[], [], []]);
});

test('a refusal is explained, and an internal error is not', async () => {
  const tooLate = new RefusedError('The action has already been sent or removed.', { isTooLate: true });
  const refused = listenWith({ undo: async () => Promise.reject(tooLate) });
  await refused.say({ type: 'undo', actionId: 'act_1' });
  expect(refused.replies).toEqual([
    { ok: false, message: 'The action has already been sent or removed.', isTooLate: true },
  ]);
  expect(refused.reported).toEqual([]);
  const fault = new Error('QuotaExceededError: /data/user/0');
  const failed = listenWith({ undo: async () => Promise.reject(fault) });
  await failed.say({ type: 'undo', actionId: 'act_1' });
  expect(failed.replies).toEqual([{ ok: false, message: 'Please try again.' }]);
  expect(failed.reported).toEqual([fault]);
});
