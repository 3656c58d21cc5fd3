import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { decisionsOf, inboxPath, openInbox } from './support/open-inbox.tsx';

const finger = { pointerId: 1, pointerType: 'touch', isPrimary: true };

type Move = 'pointerdown' | 'pointermove' | 'pointerup';

/** Dispatches a mouse event under the pointer event's name: jsdom has no pointer events. */
function move(on: Element, type: Move, [clientX, clientY]: readonly [x: number, y: number], by: object = finger) {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY });
  fireEvent(on, Object.assign(event, by));
}

/** Moves a finger, or a mouse, over an element, and clicks there as browsers do. */
function swipe(on: Element, path: readonly (readonly [x: number, y: number])[], by: object = finger) {
  for (const [index, point] of path.entries()) move(on, index === 0 ? 'pointerdown' : 'pointermove', point, by);
  move(on, 'pointerup', path.at(-1) ?? [0, 0], by);
  fireEvent.click(on);
}
const left = [
  [300, 300],
  [250, 305],
  [100, 310],
] as const;
const right = left.toReversed();
const along = [
  [250, 100],
  [255, 300],
  [50, 320],
] as const;
const short = [
  [250, 300],
  [238, 300],
  [249, 300],
] as const;

async function openFirst() {
  const app = openInbox(`${inboxPath}?offer=off_2`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Ben Moss' }));
  return { ...app, approve: await dialog.findByRole('button', { name: 'Approve draft' }) };
}

test('swiping left shows the next submission, swiping right the previous, and neither decides anything', async () => {
  const { api, approve } = await openFirst();
  swipe(approve, left);
  const cleo = within(await screen.findByRole('dialog', { name: 'Cleo Moss' }));
  swipe(await cleo.findByRole('button', { name: 'Approve link' }), right);
  await screen.findByRole('dialog', { name: 'Ben Moss' });
  expect(decisionsOf(api)).toEqual([]);
});

test('a swipe at either end does nothing', async () => {
  const { api, approve, address, user } = await openFirst();
  swipe(approve, right);
  expect(address()).toBe(`${inboxPath}?offer=off_2`);
  expect(decisionsOf(api)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Next submission' }));
  await screen.findByRole('dialog', { name: 'Cleo Moss' });
  expect(decisionsOf(api)).toEqual([]);
});

test.each([
  ['a move along the screen, which scrolls', along, finger],
  ['a short move', short, finger],
  ['a swipe from the screen’s edge, which is the browser’s', [[window.innerWidth - 5, 300], ...left], finger],
  ['a mouse', left, { ...finger, pointerType: 'mouse' }],
] as const)('%s keeps the submission', async (_, path, by) => {
  const { address } = await openFirst();
  swipe(screen.getByRole('region', { name: 'Submission' }), path, by);
  expect(address()).toBe(`${inboxPath}?offer=off_2`);
});

test('a second finger, which zooms, ends a swipe', async () => {
  const { approve, address } = await openFirst();
  move(approve, 'pointerdown', [300, 300]);
  move(approve, 'pointermove', [250, 300]);
  move(approve, 'pointerdown', [150, 300], { ...finger, pointerId: 2, isPrimary: false });
  move(approve, 'pointerup', [80, 300]);
  expect(address()).toBe(`${inboxPath}?offer=off_2`);
});

test('swipes on a video’s controls, and while changes are being written, do nothing', async () => {
  const { approve, user, address } = await openFirst();
  const track = document.createElement('input');
  track.type = 'range';
  approve.before(track);
  swipe(track, left);
  track.remove();
  await user.click(screen.getByRole('button', { name: 'Request changes' }));
  swipe(await screen.findByRole('heading', { name: 'Request changes' }), left);
  expect(address()).toBe(`${inboxPath}?offer=off_2`);
});
