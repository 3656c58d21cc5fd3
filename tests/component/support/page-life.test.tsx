import { expect, test, vi } from 'vitest';
import { transport, type WireRequest } from '#api/transport.ts';
import { limits } from '#domain/shared/limits.ts';
import { fakeApi, noNetwork } from './fake-api.ts';
import { createPage } from './page-life.ts';

const [retryMs] = limits.networkRetryWaitsMs;
const request = (url: string): WireRequest => ({ method: 'POST', url, headers: {}, repeatable: true });
const send = (url: string) => transport(request(url)).catch(() => undefined);

/** Resolves behind every timer of the same length that was started before: equal timers fire in their order. */
const afterTimersOf = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

let letGoOn = () => {};

test('a test leaves behind a request to repeat, one without its answer, and one not yet made', async () => {
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

test('and none of them reaches the next one', async () => {
  const api = fakeApi({});
  letGoOn();
  await afterTimersOf(retryMs);
  expect(api.calls).toEqual([]);
});

test('a call without an answer fails its test instead of looking like a network failure', async () => {
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

test('a call without any API is one that nothing answers', async () => {
  const page = createPage();
  void page.run(() => send('/unknown'));
  await page.end();
  expect(page.unanswered).toEqual(['POST /unknown']);
});

test('answers that are there reach the page before it ends', async () => {
  const page = createPage();
  const api = page.run(() => fakeApi({ 'POST /first': () => ({}), 'POST /second': () => ({}) }));
  void page.run(() => send('/first').then(() => send('/second')));
  await page.end();
  expect(api.calls).toHaveLength(2);
});

test('a page that has ended starts no timers', async () => {
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
