import { expect, test } from 'vitest';
import { openNotificationTarget, type Windows } from '#sw/notices/notification-click.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId } from '../a-phone.ts';

const navigate = 'https://afield.test/dashboard/review?offer=off_1';
const aPush = (given: object = {}) =>
  JSON.stringify({
    web_push: 8030,
    notification: { title: 'Maya Chen sent a draft', body: 'Spring · 4 submissions to review', navigate, tag: 't' },
    app_badge: 4,
    ...given,
  });
const plain = { title: 'Afield', body: 'Open Afield to see what needs your attention.', path: '/dashboard/review' };

test('a push is shown with the server’s text, and the badge shows its number', async () => {
  const { phone, clock, badges, notified } = await aPhone();
  phone.network.fateOf = () => ({ kind: 'refuse' });
  await clock.until(phone.push(aPush()));
  const body = 'Spring · 4 submissions to review';
  expect(notified).toEqual([{ title: 'Maya Chen sent a draft', body, path: navigate, tag: 't' }]);
  expect(badges).toContain(4);
});

test('the pushed submission is stored after the notification, and counted', async () => {
  const { phone, clock, badges, server, page } = await aPhone();
  server.addOffer(brandId, offerIdOf(4));
  server.addOffer(brandId, offerIdOf(5));
  await clock.until(phone.push(aPush()));
  await clock.advance(100);
  expect(badges.at(-1)).toBe(5);
  phone.network.fateOf = () => ({ kind: 'refuse' });
  expect((await clock.until(page.read(`/brand/v1.0/offers/${offerIdOf(5)}`))).status).toBe(200);
});

test.each([
  ['nothing', null],
  ['no JSON', 'Hello'],
  ['another format', JSON.stringify({ title: 'Hello' })],
  ['no title', aPush({ notification: { body: 'x', navigate } })],
  ['a count of the wrong type', aPush({ app_badge: 'many' })],
])('a push with %s shows a generic notification', async (_, data) => {
  const { phone, clock, notified } = await aPhone();
  await clock.until(phone.push(data));
  expect(notified).toEqual([plain]);
});

test('a push after logout reveals nothing about the brand', async () => {
  const { phone, clock, notified, badges } = await aPhone();
  await clock.until(phone.say({ type: 'wipe', brandId }));
  await clock.until(phone.push(aPush()));
  expect(notified).toEqual([plain]);
  expect(badges.at(-1)).toBe(0);
});

test('a push is shown even if the storage hangs', async () => {
  const { phone, clock, notified } = await aPhone();
  phone.storage.set('afield-outbox', 'hang');
  phone.storage.set('afield-copy', 'hang');
  await clock.until(phone.push(aPush()));
  expect(notified).toMatchObject([{ title: 'Maya Chen sent a draft' }]);
});

/** A browser's windows, and a log of what happens to them. */
function windowsOf(urls: string[], { mayFocus = true } = {}) {
  const log: string[] = [];
  const windows: Windows = {
    origin: 'https://afield.test',
    open: async () =>
      urls.map((url) => ({
        url,
        focus: async () => {
          if (!mayFocus) throw new DOMException('Not allowed to focus a window', 'InvalidAccessError');
          log.push(`focus ${url}`);
        },
        postMessage: ({ path }) => void log.push(`open ${path} in ${url}`),
      })),
    openNew: async (path) => void log.push(`new ${path}`),
  };
  return { windows, log };
}
const path = '/dashboard/review?offer=off_1';

test('a tap opens the submission in an open window, preferring a dashboard', async () => {
  const { windows, log } = windowsOf(['https://afield.test/signup', 'https://afield.test/dashboard/settings']);
  await openNotificationTarget(navigate, windows);
  const settings = 'https://afield.test/dashboard/settings';
  expect(log).toEqual([`open ${path} in ${settings}`, `focus ${settings}`]);
});

test('a tap opens the submission even if the browser doesn’t allow focusing the window', async () => {
  const { windows, log } = windowsOf(['https://afield.test/dashboard/settings'], { mayFocus: false });
  await openNotificationTarget(navigate, windows);
  expect(log).toEqual([`open ${path} in https://afield.test/dashboard/settings`]);
});

test('a tap opens a window if none is open', async () => {
  const { windows, log } = windowsOf([]);
  await openNotificationTarget(navigate, windows);
  expect(log).toEqual([`new ${path}`]);
});

test.each([
  'https://evil.example/dashboard/campaigns',
  'javascript:alert(1)',
  '//evil.example/dashboard/x',
  '/brand/v1.0/brands/current',
  7,
  undefined,
])('%s leads into the app', async (target) => {
  const { windows, log } = windowsOf([]);
  await openNotificationTarget(target, windows);
  expect(log).toEqual(['new /dashboard/review']);
});
