import { expect, test, vi } from 'vitest';
import { transport, type WireRequest } from '#api/transport.ts';
import { limits } from '#domain/shared/limits.ts';
import { fakeApi, noNetwork } from './fake-api.ts';
import { createPage } from './page-life.ts';

const [retryMs] = limits.networkRetryWaitsMs;
const request = (url: string): WireRequest => ({ method: 'POST', url, headers: {}, repeatable: true });
const send = (url: string) => transport(request(url)).catch(() => undefined);

/** Resolves after every timer of the same length that was started earlier: equal timers fire in order. */
const afterTimersOf = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

let letGoOn = () => {};

test('a test can end with a request to retry, a request without a response, and one not yet made', async () => {
  const late = new Promise<void>((resolve) => {
    letGoOn = resolve;
  });
  const api = fakeApi({
    'POST /to-repeat': noNetwork,
    'POST /to-answer': () => late.then(noNetwork),
  });
  void send('/to-repeat');
  void send('/to-answer');
  void late.then(() => send('/to-make'));
  await vi.waitFor(() => expect(api.calls).toHaveLength(2));
});

test('no request of an ended test reaches the next test', async () => {
  const api = fakeApi({});
  letGoOn();
  await afterTimersOf(retryMs);
  expect(api.calls).toEqual([]);
});

test('a call without a response fails its test instead of looking like a network failure', async () => {
  const page = createPage();
  const settled = vi.fn();
  page.run(() => {
    fakeApi({});
    void send('/unknown').then(settled);
  });
  await page.end();
  expect(page.unanswered).toEqual(['POST /unknown']);
  expect(settled).not.toHaveBeenCalled();
});

test('a call without an API counts as one without a response', async () => {
  const page = createPage();
  void page.run(() => send('/unknown'));
  await page.end();
  expect(page.unanswered).toEqual(['POST /unknown']);
});

test('available responses reach the page before it ends', async () => {
  const page = createPage();
  const api = page.run(() => fakeApi({ 'POST /first': () => ({}), 'POST /second': () => ({}) }));
  void page.run(() => send('/first').then(() => send('/second')));
  await page.end();
  expect(api.calls).toHaveLength(2);
});

test('an ended page starts no timers', async () => {
  const page = createPage();
  const fired = vi.fn();
  await page.end();
  page.run(() => {
    setTimeout(fired);
    setInterval(fired, 1);
    requestAnimationFrame(fired);
  });
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await afterTimersOf(1);
  await afterTimersOf(1);
  expect(fired).not.toHaveBeenCalled();
});
