import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Options {
  overridePatchMethod: boolean;
  onBeforeRequest(request: object): void;
  onAfterResponse(request: object, response: object): void;
  onChunkComplete(sent: number, stored: number): void;
  onProgress(sentBytes: number): void;
  onSuccess(): void;
}
/** The uploads that were started; the library would call the last one's options. */
const started = vi.hoisted((): { options: Options; isAborted: boolean }[] => []);
vi.mock('tus-js-client', () => ({
  DetailedError: class extends Error {},
  Upload: class {
    options: Options;
    isAborted = false;
    constructor(_: Blob, options: Options) {
      this.options = options;
      started.push(this);
    }
    start() {}
    async abort() {
      this.isAborted = true;
    }
  },
}));

// Another test file may have imported it with the real library.
vi.resetModules();
const { sendOnce } = await import('#uploads/send-once.ts');

const events: string[] = [];
const url = '/creator/v1.0/uploads/upl_1';
const send = (overridesPatch = false) =>
  sendOnce({
    ...{
      content: new Blob(['a video']),
      url,
      path: '/creator/v1.0/uploads',
      token: 't',
      metadata: {},
      signal: new AbortController().signal,
    },
    ...{ partBytes: () => 5_000_000, overridesPatch },
    onUrl() {},
    onProgress: (bytes) => events.push(`${bytes} bytes`),
    onQuiet: () => events.push('quiet'),
    onResumed() {},
    onPart() {},
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', new URL('https://afield.test/c/token'));
  started.length = 0;
  events.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a network that goes silent is reported after seconds, and the attempt is abandoned after most of a minute', async () => {
  const sent = send();
  const failed = expect(sent).rejects.toMatchObject({ status: 0 });
  started[0]?.options.onProgress(3);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(events).toEqual(['3 bytes']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(events).toEqual(['3 bytes', 'quiet']);
  started[0]?.options.onProgress(4);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(events).toEqual(['3 bytes', 'quiet', '4 bytes']);
  await vi.advanceTimersByTimeAsync(41_000);
  await failed;
  expect(started[0]?.isAborted).toBe(true);
});

test('a device that goes offline doesn’t wait for a connection that may be dead', async () => {
  const sent = send();
  const failed = expect(sent).rejects.toMatchObject({ status: 0 });
  window.dispatchEvent(new Event('offline'));
  await failed;
  expect(started[0]?.isAborted).toBe(true);
});

test('an upload that has ended ignores network events', async () => {
  const sent = send();
  started[0]?.options.onSuccess();
  await sent;
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([events, started[0]?.isAborted]).toEqual([[], false]);
});

test('a PATCH that breaks after a response to another method is reported as blocked, until a part has arrived', async () => {
  const request = (method: string) => ({ getMethod: () => method, getHeader: () => undefined });
  const answered = { getStatus: () => 200, getHeader: () => undefined };
  const failure = async (hasPart: boolean) => {
    const sent = expect(send()).rejects.toMatchObject({ status: 0, isOfPatch: !hasPart });
    const options = started.at(-1)?.options;
    options?.onBeforeRequest(request('HEAD'));
    options?.onAfterResponse(request('HEAD'), answered);
    options?.onBeforeRequest(request('PATCH'));
    if (hasPart) options?.onChunkComplete(1, 1);
    await vi.advanceTimersByTimeAsync(47_000);
    await sent;
  };
  await failure(false);
  await failure(true);
});

test('bytes are sent by POST if PATCH is blocked', () => {
  void send(true).catch(() => undefined);
  expect(started[0]?.options.overridePatchMethod).toBe(true);
});
