import { beforeEach, expect, test } from 'vitest';
import { writeSession } from '#api/session/session.ts';
import { persistFirstPaint, storeFirstPaint } from '#app/painting/first-paint.ts';
import { elementId, paintStoredScreen, storageKey } from '#app/painting/painted-screen.ts';
import { loadStyleSheet } from '#ui/loading/load-style-sheet.ts';
import { aSession } from '../support/examples.ts';

const painted = () => document.getElementById(elementId)?.innerHTML;
let root: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = `<div id="root"></div><div id="${elementId}"></div>`;
  root = document.getElementById('root') as HTMLElement;
  window.history.replaceState(null, '', '/dashboard/campaigns');
  writeSession(aSession());
});

const show = (main: string) => {
  root.innerHTML = `<p role="status">Up to date</p><main id="content">${main}</main>`;
};

test('a brand’s last screen is painted at the next start, without ids and outdated status', async () => {
  show('<h1>Campaigns</h1>');
  storeFirstPaint(root);
  await paintStoredScreen(loadStyleSheet);
  expect(painted()).toBe('<p role="status"></p><main><h1>Campaigns</h1></main>');
});

test.each([
  ['of another brand', () => localStorage.setItem('brandId', 'brd_2')],
  ['of another URL', () => window.history.replaceState(null, '', '/dashboard/campaigns?filter=active')],
  ['of another width', () => Object.assign(window, { innerWidth: window.innerWidth + 1 })],
  [
    'of another build',
    () => document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: '/b.js' })),
  ],
  ['that is unreadable', () => localStorage.setItem(storageKey, '{"/dashboard/campaigns":')],
])('a screen %s is not painted', async (_, change) => {
  show('<h1>Campaigns</h1>');
  storeFirstPaint(root);
  change();
  await paintStoredScreen(loadStyleSheet);
  expect(painted()).toBe('');
});

test.each([
  ['that is still loading', () => show('<div aria-busy="true">Loading</div>')],
  ['with a dialog over it', () => document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>')],
  ['that can’t be a start screen', () => window.history.replaceState(null, '', '/dashboard/settings')],
  ['without a brand', () => localStorage.clear()],
  ['too large to be read quickly', () => show(`<p>${'x'.repeat(200_000)}</p>`)],
])('a screen %s is not stored', (_, change) => {
  show('<h1>Campaigns</h1>');
  change();
  // jsdom has no layout: every element is at the top.
  storeFirstPaint(root);
  expect(localStorage.getItem(storageKey)).toBeNull();
});

test('the last two screens are stored', () => {
  for (const path of ['', '/cmp_1', '/cmp_2']) {
    window.history.replaceState(null, '', `/dashboard/campaigns${path}`);
    show(path || 'list');
    storeFirstPaint(root);
  }
  expect(Object.keys(JSON.parse(localStorage.getItem(storageKey) ?? ''))).toEqual([
    '/dashboard/campaigns/cmp_2',
    '/dashboard/campaigns/cmp_1',
  ]);
});

test('the painted screen is removed in the commit that renders the app’s own', async () => {
  show('<h1>Campaigns</h1>');
  storeFirstPaint(root);
  root.innerHTML = '';
  await paintStoredScreen(loadStyleSheet);
  persistFirstPaint(root);
  root.innerHTML = '<main aria-busy="true">Loading</main>';
  await Promise.resolve();
  expect(painted()).not.toBe('');
  show('<h1>Campaigns</h1>');
  await Promise.resolve();
  expect(painted()).toBe('');
});
