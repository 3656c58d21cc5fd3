import { addBreadcrumb, flush, getClient } from '@sentry/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, errorTexts } from '#api/error.ts';
import { report, start } from '#app/reports/sentry.ts';

interface SentEvent {
  exception?: { values: { value: string }[] };
  breadcrumbs?: { message?: string; data?: { to?: string } }[];
}

const sent: SentEvent[] = [];

beforeAll(() => {
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const [, header = '{}', payload = '{}'] = body.split('\n');
    if (JSON.parse(header).type === 'event') sent.push(JSON.parse(payload));
    return new Response('{}');
  });
  // Sampled events are never sent.
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  start('http://publickey@127.0.0.1:9/1');
});
beforeEach(() => {
  sent.length = 0;
});

async function sentFor(error: unknown): Promise<string[]> {
  report(error);
  await flush();
  return sent.flatMap(({ exception }) => exception?.values.map(({ value }) => value) ?? []);
}

test('errors are reported', async () => {
  expect(await sentFor(new TypeError('x is not a function'))).toEqual(['x is not a function']);
  expect(await sentFor(new ApiError(500, 'internal', 'Something went wrong on our side.'))).toContain(
    'Something went wrong on our side.',
  );
});

describe('noise isn’t reported:', () => {
  test.each([
    'The user aborted a request.',
    'Load failed',
    'Failed to fetch',
    'ResizeObserver loop completed with undelivered notifications.',
    errorTexts.status(401),
    'Unauthorized',
    errorTexts.noRefreshToken,
    'Incorrect email or password.',
    'Script error.',
    'Non-Error promise rejection captured with value: 1',
  ])('%s', async (message) => {
    expect(await sentFor(new Error(message))).toEqual([]);
  });

  test.each([
    ['a session that has ended', new ApiError(401, 'session_ended', errorTexts.refreshFailed)],
    ['a failed fetch in our words', new ApiError(0, 'network', errorTexts.network)],
    ["a failed fetch in Safari's words", new ApiError(0, 'safari', errorTexts.safari)],
    ['data that isn’t on the phone yet', new ApiError(503, 'not_available_offline', 'Not available offline yet')],
  ])('%s', async (_, error) => {
    expect(await sentFor(error)).toEqual([]);
  });
});

test('the latest fifty breadcrumbs are sent, without secrets in their URLs', async () => {
  for (let i = 1; i <= 60; i += 1) addBreadcrumb({ message: `step ${i}` });
  addBreadcrumb({ message: 'last', data: { to: '/reset/password?brandId=b&code=hunter2' } });
  await sentFor(new Error('after many steps'));
  const steps = sent[0]?.breadcrumbs ?? [];
  expect(steps).toHaveLength(50);
  expect([steps[0]?.message, steps.at(-1)?.data?.to]).toEqual(['step 12', '/reset/password?brandId=b&code=[removed]']);
});

test('traces and replays have the agreed sample rates', () => {
  expect(getClient()?.getOptions()).toMatchObject({
    tracesSampleRate: 0.05,
    replaysSessionSampleRate: 0.005,
    replaysOnErrorSampleRate: 0.1,
    dataCollection: { userInfo: true, httpBodies: [] },
  });
});
