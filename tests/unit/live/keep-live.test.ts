import { describe, expect, test } from 'vitest';
import { heartbeatMs, type LiveEvent } from '#contract/calls/live.ts';
import { helloTimeoutMs, silenceMs } from '#features/sync/live/follow-stream.ts';
import { pauseMs, runLiveStream } from '#features/sync/live/run-live-stream.ts';
import { createFakeClock } from '#tests/support/worker/fake-clock.ts';
import { createFakeLocks } from '#tests/support/worker/fake-locks.ts';

/** A stream that the fake server has open. */
interface Stream {
  page: string;
  send(event: LiveEvent | string): void;
  beat(): void;
  end(): void;
  isOpen(): boolean;
}

type Answer = 'stream' | 'hang' | 'unreachable' | Response;

const refusal = (status: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status, headers: { 'Content-Type': 'application/json', ...headers } });

/**
 * A device with pages, and a server that responds to each request with the next of `answers`, and then with a stream.
 */
function aDevice() {
  const clock = createFakeClock(1_000_000);
  const locks = createFakeLocks();
  const streams: Stream[] = [];
  const asked: number[] = [];
  const answers: Answer[] = [];
  const revisions = { changes: 0, renewals: 0 };
  let isRenewable = true;

  function open(page: string, signal: AbortSignal): Response {
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
      cancel: () => {
        controller = null;
      },
    });
    signal.addEventListener('abort', () => {
      controller?.error(new DOMException('Aborted', 'AbortError'));
      controller = null;
    });
    const write = (text: string) => controller?.enqueue(encoder.encode(text));
    streams.push({
      page,
      send: (event) => write(typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`),
      beat: () => write(': beat\n\n'),
      end: () => {
        controller?.close();
        controller = null;
      },
      isOpen: () => controller !== null,
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  }

  function connect(page: string, signal: AbortSignal): Promise<Response> {
    asked.push(clock.now());
    const answer = answers.shift() ?? 'stream';
    if (answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'));
    if (answer !== 'hang') return Promise.resolve(answer === 'stream' ? open(page, signal) : answer);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
  }

  function page(name: string) {
    const own = locks.of(name);
    return runLiveStream({
      now: clock.now,
      random: () => 0.5,
      wait: clock.wait,
      hold: (signal, work) => own.request('live', { signal }, work),
      connect: (signal) => connect(name, signal),
      async renew() {
        revisions.renewals += 1;
        if (!isRenewable) throw new Error('The session is over');
      },
      changed: () => {
        revisions.changes += 1;
      },
    });
  }

  function stream(): Stream {
    const found = streams.filter((each) => each.isOpen());
    expect(found).toHaveLength(1);
    return found[0] as Stream;
  }
  return {
    ...{ clock, streams, asked, answers, page, stream, counted: revisions },
    openStreams: () => streams.filter((each) => each.isOpen()).length,
    endSession: () => {
      isRenewable = false;
    },
    /** Opens a visible page, with a stream that has sent its hello. */
    async open(name = 'a', revision = 1) {
      const made = page(name);
      made.update(true);
      await clock.settle();
      stream().send({ type: 'hello', revision });
      await clock.settle();
      return made;
    },
    /** Advances the clock with heartbeats. */
    async live(ms: number) {
      for (let passed = 0; passed < ms; passed += heartbeatMs) {
        for (const each of streams) each.beat();
        await clock.advance(heartbeatMs);
      }
    },
  };
}

describe('a visible page', () => {
  test('syncs on the first event and on each change, once per revision', async () => {
    const { clock, open, stream, counted } = aDevice();
    await open();
    expect(counted.changes).toBe(1);
    stream().send({ type: 'change', revision: 2 });
    stream().send({ type: 'change', revision: 2 });
    stream().send('data: {"type":"change",');
    stream().send('"revision":3}\r\n\r\n');
    await clock.settle();
    expect(counted.changes).toBe(3);
  });

  test('ignores events that it can’t parse, as a newer server may send', async () => {
    const { clock, open, stream, counted, openStreams } = aDevice();
    await open();
    stream().send('data: {"type":"news"}\n\ndata: {\n\nevent: other\n\n');
    stream().send({ type: 'change', revision: 2 });
    await clock.settle();
    expect([counted.changes, openStreams()]).toEqual([2, 1]);
  });

  test('keeps its stream while heartbeats arrive', async () => {
    const { live, open, asked } = aDevice();
    await open();
    await live(3_600_000);
    expect(asked).toHaveLength(1);
  });

  test('opens another stream after a silence', async () => {
    const { clock, open, asked } = aDevice();
    await open();
    await clock.advance(silenceMs + 2_000);
    expect(asked).toHaveLength(2);
  });

  test('reconnects after a goodbye when the server said, and syncs only if something changed', async () => {
    const { clock, open, stream, asked, counted } = aDevice();
    await open('a', 7);
    stream().send({ type: 'bye', retryMs: 4_000 });
    await clock.advance(3_999);
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    expect(asked).toHaveLength(2);
    stream().send({ type: 'hello', revision: 7 });
    await clock.settle();
    expect(counted.changes).toBe(1);
    stream().send({ type: 'bye', retryMs: 0 });
    await clock.advance(10);
    stream().send({ type: 'hello', revision: 8 });
    await clock.settle();
    expect(counted.changes).toBe(2);
  });
});

describe('a stream that doesn’t work is left alone for ten minutes, then tried again', () => {
  test('if no first event arrives', async () => {
    const { clock, page, asked, openStreams } = aDevice();
    page('a').update(true);
    await clock.advance(helloTimeoutMs);
    expect(openStreams()).toBe(0);
    await clock.advance(pauseMs - 1_000);
    expect(asked).toHaveLength(1);
    await clock.advance(2_000);
    expect(asked).toHaveLength(2);
  });

  test('if the request itself hangs', async () => {
    const { clock, page, asked, answers } = aDevice();
    answers.push('hang');
    page('a').update(true);
    await clock.advance(helloTimeoutMs + pauseMs - 1_000);
    expect(asked).toHaveLength(1);
    await clock.advance(2_000);
    expect(asked).toHaveLength(2);
  });

  test('if it is closed early three times in a row, without a stream in between that lasts', async () => {
    const { clock, open, stream, asked, live } = aDevice();
    await open();
    const closeEarly = async () => {
      stream().send({ type: 'hello', revision: 1 });
      await clock.settle();
      stream().end();
      await clock.advance(5_000);
    };
    await closeEarly();
    await closeEarly();
    stream().send({ type: 'hello', revision: 1 });
    await live(60_000);
    stream().end();
    await clock.advance(5_000);
    await closeEarly();
    await closeEarly();
    expect(asked).toHaveLength(6);
    await closeEarly();
    expect(asked).toHaveLength(6);
    await clock.advance(pauseMs);
    expect(asked).toHaveLength(7);
  });

  test('if a portal responds with its page', async () => {
    const { clock, page, asked, answers } = aDevice();
    answers.push(new Response('<h1>Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } }));
    page('a').update(true);
    await clock.advance(pauseMs - 1_000);
    expect(asked).toHaveLength(1);
    await clock.advance(2_000);
    expect(asked).toHaveLength(2);
  });

  test('even if the page was hidden in between', async () => {
    const { clock, page, asked } = aDevice();
    const made = page('a');
    made.update(true);
    await clock.advance(helloTimeoutMs);
    for (let i = 0; i < 5; i += 1) {
      made.update(false);
      await clock.advance(10_000);
      made.update(true);
      await clock.advance(10_000);
    }
    expect(asked).toHaveLength(1);
  });
});

describe('a refused stream', () => {
  test.each([404, 405, 501])('with %d means a missing endpoint, and is never retried', async (status) => {
    const { clock, page, asked, answers } = aDevice();
    answers.push(refusal(status));
    const made = page('a');
    made.update(true);
    await clock.advance(pauseMs * 3);
    made.update(false);
    made.update(true);
    await clock.advance(pauseMs * 3);
    expect(asked).toHaveLength(1);
  });

  test('because of the token renews the session once', async () => {
    const { clock, page, asked, answers, counted } = aDevice();
    answers.push(refusal(401), refusal(401));
    page('a').update(true);
    await clock.settle();
    expect([asked.length, counted.renewals]).toEqual([2, 1]);
    await clock.advance(59_000);
    expect([asked.length, counted.renewals]).toEqual([2, 1]);
  });

  test('because of an ended session is not retried for a minute', async () => {
    const { clock, page, asked, answers, endSession } = aDevice();
    endSession();
    answers.push(refusal(401));
    page('a').update(true);
    await clock.advance(59_000);
    expect(asked).toHaveLength(1);
  });

  test('because the brand is suspended is retried every minute', async () => {
    const { clock, page, asked, answers } = aDevice();
    answers.push(refusal(403), refusal(403));
    page('a').update(true);
    await clock.advance(59_000);
    expect(asked).toHaveLength(1);
    await clock.advance(2_000);
    expect(asked).toHaveLength(2);
  });

  test.each([429, 503])('with %d is retried after the server’s delay', async (status) => {
    const { clock, page, asked, answers } = aDevice();
    answers.push(refusal(status, { 'Retry-After': '90' }));
    page('a').update(true);
    await clock.advance(89_000);
    expect(asked).toHaveLength(1);
    await clock.advance(2_000);
    expect(asked).toHaveLength(2);
  });

  test('without a network backs off, up to a minute', async () => {
    const { clock, page, asked, answers } = aDevice();
    answers.push(...Array.from({ length: 40 }, () => 'unreachable' as const));
    page('a').update(true);
    await clock.advance(600_000);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.length).toBeLessThan(25);
  });
});

describe('pages of one device', () => {
  test('share one stream', async () => {
    const { clock, open, page, openStreams } = aDevice();
    await open('a');
    page('b').update(true);
    await clock.advance(5_000);
    expect(openStreams()).toBe(1);
  });

  test('have none while they are hidden', async () => {
    const { clock, open, openStreams, asked } = aDevice();
    const made = await open('a');
    made.update(false);
    await clock.advance(600_000);
    expect([openStreams(), asked.length]).toEqual([0, 1]);
    made.update(true);
    await clock.advance(1_000);
    expect(openStreams()).toBe(1);
  });

  test('hand it over when its page is hidden', async () => {
    const { clock, open, page, stream } = aDevice();
    const first = await open('a');
    page('b').update(true);
    first.update(false);
    await clock.settle();
    expect(stream().page).toBe('b');
  });

  test('never give it to a queued page that has been hidden', async () => {
    const { clock, open, page, openStreams } = aDevice();
    const first = await open('a');
    const second = page('b');
    second.update(true);
    second.update(false);
    first.update(false);
    await clock.advance(5_000);
    expect(openStreams()).toBe(0);
  });
});
