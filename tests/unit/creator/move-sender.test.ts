import { expect, test } from 'vitest';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import { CallFailure } from '#creator/data/failure.ts';
import { createMoveSender, type PendingMove } from '#creator/moves/move-sender.ts';
import { anOffer } from '#tests/component/support/creator-offer.ts';

type Outcome = { data: CreatorOffer; isReplay?: boolean } | CallFailure;

const accepted = anOffer({ version: 2, moves: [] });
const lost = new CallFailure(0);
const said = (status: number, code: string, more: object = {}) =>
  new CallFailure(status, { message: 'The server’s words.', code, ...more });

/** A device with a stored tap, and a server that gives these responses in turn. */
function aDevice(outcomes: Outcome[], left: PendingMove | null = null) {
  let stored = left;
  let keys = 0;
  const sent: PendingMove[] = [];
  const storedBefore: (PendingMove | null)[] = [];
  const offers: (CreatorOffer | null)[] = [];
  const made: string[] = [];
  const pauses: number[] = [];
  const sender = createMoveSender({
    stored: {
      read: () => stored,
      write: (value) => {
        stored = value;
      },
    },
    newKey: () => `01J0000000000000000000000${keys++}`,
    async send(tapped) {
      sent.push(tapped);
      storedBefore.push(stored);
      const outcome = outcomes.shift();
      if (outcome === undefined) throw new Error('It was sent once too often.');
      if (outcome instanceof CallFailure) throw outcome;
      return { isReplay: false, ...outcome };
    },
    pause: async (_, atLeastMs) => void pauses.push(atLeastMs),
    onOffer: (offer) => void offers.push(offer),
    onMoveMade: ({ move }) => void made.push(move),
  });
  const settled = () =>
    new Promise<void>((resolve) => {
      const look = () => sender.read().state !== 'sending' && sender.read().state !== 'waiting' && resolve();
      sender.subscribe(look);
      look();
    });
  return { sender, sent, storedBefore, offers, made, pauses, settled, stored: () => stored };
}

test('a move is stored before it is sent, and removed once its outcome is known', async () => {
  const device = aDevice([{ data: accepted }]);
  device.sender.tap({ move: 'accept' }, 1);
  await device.settled();
  expect(device.storedBefore).toEqual([{ key: '01J00000000000000000000000', version: 1, move: { move: 'accept' } }]);
  expect([device.stored(), device.offers, device.made]).toEqual([null, [accepted], ['accept']]);
});

test('a move whose response was lost is repeated with its key and the first tap’s version until a response arrives', async () => {
  const busy = new CallFailure(429, { message: 'Later.', code: 'too_many_requests' }, 7_000);
  const device = aDevice([lost, new CallFailure(502), busy, { data: accepted, isReplay: true }]);
  device.sender.tap({ move: 'accept' }, 1);
  await device.settled();
  expect(new Set(device.sent.map(({ key }) => key)).size).toBe(1);
  expect(device.pauses).toEqual([0, 0, 7_000]);
  expect([device.offers, device.made, device.stored()]).toEqual([[null], ['accept'], null]);
});

test('a second tap while a move is in flight sends nothing', async () => {
  const device = aDevice([lost, { data: accepted }]);
  device.sender.tap({ move: 'accept' }, 1);
  device.sender.tap({ move: 'decline' }, 1);
  await device.settled();
  expect(device.sent.map(({ move }) => move.move)).toEqual(['accept', 'accept']);
});

test('a move left by an earlier visit is sent with its own key and version', async () => {
  const left: PendingMove = {
    key: '01J00000000000000000000009',
    version: 1,
    move: { move: 'give-address', address: 'x' },
  };
  const device = aDevice([{ data: accepted }], left);
  device.sender.resume();
  device.sender.resume();
  await device.settled();
  expect(device.sent).toEqual([left]);
  const fresh = aDevice([]);
  fresh.sender.resume();
  expect([fresh.sent, fresh.sender.read()]).toEqual([[], { state: 'idle' }]);
});

test.each([
  [412, 'offer_changed'],
  [409, 'move_refused'],
])('a %i %s shows the current offer, and the next tap gets a new key', async (status, code) => {
  const now = anOffer({ version: 3 });
  const device = aDevice([said(status, code, { offer: now }), { data: accepted }]);
  device.sender.tap({ move: 'accept' }, 1);
  await device.settled();
  expect([device.sender.read().state, device.offers, device.made, device.stored()]).toEqual([
    'refused',
    [now],
    [],
    null,
  ]);
  device.sender.tap({ move: 'accept' }, 3);
  await device.settled();
  expect(device.sent.map(({ key, version }) => [key.at(-1), version])).toEqual([
    ['0', 1],
    ['1', 3],
  ]);
});

test('a rejected value triggers no refetch', async () => {
  const device = aDevice([said(400, 'invalid_request')]);
  device.sender.tap({ move: 'submit-link', link: 'https://x.test' }, 1);
  await device.settled();
  expect([device.sender.read().state, device.offers]).toEqual(['refused', []]);
});

test('an unreadable success from a newer server counts as done', async () => {
  const device = aDevice([new CallFailure(200, { other: 'words' })]);
  device.sender.tap({ move: 'accept' }, 1);
  await device.settled();
  expect([device.sender.read().state, device.offers, device.made]).toEqual(['idle', [null], ['accept']]);
});

test('a closed page stops sending, and the next visit continues with the same key', async () => {
  const device = aDevice([lost, { data: accepted }]);
  device.sender.tap({ move: 'accept' }, 1);
  device.sender.stop();
  expect(device.sender.read()).toEqual({ state: 'idle' });
  device.sender.resume();
  await device.settled();
  expect(device.sent).toHaveLength(2);
  expect(new Set(device.sent.map(({ key }) => key)).size).toBe(1);
  expect([device.made, device.stored()]).toEqual([['accept'], null]);
});
