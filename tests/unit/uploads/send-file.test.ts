import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RefusedFileError } from '#uploads/refused-file.ts';
import { sendFile } from '#uploads/send-file.ts';
import { type sendOnce, TryFailedError } from '#uploads/send-once.ts';

type Try = Parameters<typeof sendOnce>[0];
/** Results of the next attempts, in order; each gets the attempt's arguments. */
const script = vi.hoisted((): ((given: never) => Promise<void>)[] => []);
vi.mock('#uploads/send-once.ts', async (original) => ({
  ...(await original<object>()),
  sendOnce: (given: never) => script.shift()?.(given) ?? Promise.reject(new Error('No more tries were expected')),
}));

const tries: (Pick<Try, 'url' | 'metadata' | 'overridesPatch'> & { partBytes: number })[] = [];
const plays = (...acts: ((given: Try) => Promise<void> | void)[]) => {
  for (const act of acts) {
    script.push(async (given: Try) => {
      const { url, metadata, overridesPatch } = given;
      tries.push({ url, partBytes: given.partBytes(), metadata, overridesPatch });
      await act(given);
    });
  }
};
const fails =
  (status: number, said: string | null = null, retryAfterMs = 0) =>
  () => {
    throw new TryFailedError(status, { said, retryAfterMs });
  };
const url = '/creator/v1.0/uploads/upl_1';
const begins = ({ onUrl }: Try) => onUrl(url);
const waited: (string | null)[] = [];
const content = new Blob(['a video']);

let token = 't';

function send({
  signal = new AbortController().signal,
  renew,
  ...file
}: {
  signal?: AbortSignal;
  renew?: (refused: string) => Promise<unknown>;
  content?: Blob;
  url?: string;
} = {}) {
  return sendFile(
    { content, url: null, ...file },
    {
      ...{ path: '/creator/v1.0/uploads', metadata: { filename: 'a.mp4' }, token: () => token, signal },
      ...(renew ? { renew } : {}),
      ...{ onUrl: () => {}, onProgress: () => {}, onWaiting: (why) => void waited.push(why) },
    },
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  script.length = 0;
  tries.length = 0;
  waited.length = 0;
  token = 't';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the size of parts', () => {
  test('is 5 MB, 1 MB after an interruption, and 5 MB again once ten have arrived', async () => {
    const sizes: number[] = [];
    plays(
      (given) => {
        begins(given);
        throw new TryFailedError(0);
      },
      ({ onPart, partBytes }) => {
        for (let part = 0; part < 10; part += 1) {
          sizes.push(partBytes());
          onPart((part + 1) * 1_000_000);
        }
        sizes.push(partBytes());
      },
    );
    const sent = send();
    await vi.advanceTimersByTimeAsync(500);
    expect(await sent).toBe('upl_1');
    expect(tries.map(({ partBytes }) => partBytes)).toEqual([5_000_000, 1_000_000]);
    expect(sizes).toEqual([...Array(10).fill(1_000_000), 5_000_000]);
  });
});

describe('the received bytes of an interrupted part', () => {
  const cut = () => {
    throw new TryFailedError(0);
  };
  /** Resumes at that offset, and the connection breaks again. */
  const resumes =
    (bytes: number, sizes: number[] = []) =>
    ({ onResumed, partBytes }: Try) => {
      onResumed(bytes);
      sizes.push(partBytes());
      cut();
    };

  test('show, if they are kept, that parts needn’t be small', async () => {
    const sizes: number[] = [];
    plays(
      (given) => {
        begins(given);
        cut();
      },
      resumes(700_000, sizes),
    );
    plays(({ onResumed, onPart, partBytes }) => {
      onResumed(700_000);
      sizes.push(partBytes());
      onPart(1_700_000);
    });
    const sent = send();
    await vi.advanceTimersByTimeAsync(2_000);
    await sent;
    expect(sizes).toEqual([5_000_000, 1_000_000]);
  });

  test('keep delays short as long as each attempt makes progress', async () => {
    plays(...[1, 2, 3, 4, 5, 6, 7, 8].map((step) => resumes(step * 300_000)), () => {});
    const sent = send({ url });
    await vi.advanceTimersByTimeAsync(500 + 7 * 500);
    expect(await sent).toBe('upl_1');
  });

  test('say nothing if the previous offset is unknown', async () => {
    const sizes: number[] = [];
    plays(
      ({ onResumed, partBytes }) => {
        onResumed(3_000_000);
        sizes.push(partBytes());
        cut();
      },
      resumes(3_000_000, sizes),
    );
    plays(({ onResumed }) => onResumed(3_000_000));
    const sent = send({ url });
    await vi.advanceTimersByTimeAsync(2_000);
    await sent;
    expect(sizes).toEqual([5_000_000, 1_000_000]);
  });
});

describe('an upload after a failure', () => {
  test('of the network resumes at its offset, indefinitely, at most 15 s apart', async () => {
    plays((given) => {
      begins(given);
      throw new TryFailedError(0);
    });
    plays(...Array.from({ length: 40 }, () => fails(0)), () => {});
    const sent = send();
    await vi.advanceTimersByTimeAsync(41 * 15_000);
    expect(await sent).toBe('upl_1');
    expect(tries).toHaveLength(42);
    expect(new Set(tries.slice(1).map((one) => one.url))).toEqual(new Set([url]));
  });

  test('resumes with the network, and with the page', async () => {
    plays(...Array.from({ length: 8 }, () => fails(0)), begins);
    const sent = send();
    for (let wait = 0; wait < 8; wait += 1) {
      await vi.advanceTimersByTimeAsync(0);
      expect(tries).toHaveLength(wait + 1);
      if (wait % 2 === 0) window.dispatchEvent(new Event('online'));
      else document.dispatchEvent(new Event('visibilitychange'));
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(await sent).toBe('upl_1');
  });

  test('with a Retry-After waits that long, and reports why', async () => {
    plays(fails(503, 'We’re out of space for videos right now. Please try again later.', 60_000), begins);
    const sent = send();
    await vi.advanceTimersByTimeAsync(59_000);
    // These events end other delays, but not the server's Retry-After.
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(tries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await sent;
    expect(waited).toEqual(['We’re out of space for videos right now. Please try again later.']);
  });

  test.each([408, 409, 429, 502])('with a %i is retried at the same URL', async (status) => {
    plays(fails(status), () => {});
    const sent = send({ url });
    await vi.advanceTimersByTimeAsync(500);
    expect(await sent).toBe('upl_1');
    expect(tries.map((one) => one.url)).toEqual([url, url]);
  });

  test.each([404, 400])('of a part with a %i restarts, at most three times', async (status) => {
    plays(fails(status), begins);
    expect(await send({ url })).toBe('upl_1');
    expect(tries.map((one) => one.url)).toEqual([url, null]);
    const again = (given: Try) => {
      begins(given);
      throw new TryFailedError(status, { said: 'The video was damaged. Please upload it again.' });
    };
    plays(again, again, again, again);
    await expect(send()).rejects.toMatchObject({ canTryAgain: true, message: expect.stringContaining('damaged') });
  });

  test.each([400, 401, 403, 410, 413])('of its creation with a %i ends with the server’s message', async (status) => {
    plays(fails(status, 'The video is too large.'));
    await expect(send()).rejects.toThrow(new RefusedFileError('The video is too large.'));
    expect(tries).toHaveLength(1);
  });

  test('to read the file reports that, and not a network failure', async () => {
    const gone = new Blob(['x']);
    gone.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) });
    plays(fails(0));
    await expect(send({ content: gone })).rejects.toThrow('The file can no longer be read. Please choose it again.');
  });
});

describe('a refused token', () => {
  test('is renewed, and the upload resumes with the new one', async () => {
    const renewed: string[] = [];
    plays(fails(401, 'Please log in.'), (given) => {
      expect(given.token).toBe('t2');
      begins(given);
    });
    const sent = send({
      renew: async (refused) => {
        renewed.push(refused);
        token = 't2';
      },
    });
    expect(await sent).toBe('upl_1');
    expect(renewed).toEqual(['t']);
  });

  test('ends the upload if the new token is refused, or if there is none', async () => {
    plays(fails(401, 'Please log in.'), fails(401, 'Please log in.'), fails(401, 'This link has ended.'));
    await expect(send({ renew: async () => {} })).rejects.toThrow('Please log in.');
    expect(tries).toHaveLength(2);
    await expect(send()).rejects.toThrow('This link has ended.');
  });
});

describe('a network that blocks PATCH', () => {
  const ofPatch =
    (status: number, said: string | null = null) =>
    (given: Try) => {
      if (given.url === null) begins(given);
      throw new TryFailedError(status, { said, isOfPatch: true });
    };
  const methods = () => tries.map(({ overridesPatch }) => (overridesPatch ? 'POST' : 'PATCH'));

  test.each([405, 501, 403])('gets POST with an override at once if a proxy responds %i', async (status) => {
    plays(ofPatch(status), begins);
    expect(await send()).toBe('upl_1');
    expect(methods()).toEqual(['PATCH', 'POST']);
    expect(waited).toEqual([]);
  });

  test('gets POST after two broken PATCHs in a row, if other methods pass', async () => {
    plays(ofPatch(0), ofPatch(0), begins);
    const sent = send();
    await vi.advanceTimersByTimeAsync(500);
    expect(await sent).toBe('upl_1');
    expect(methods()).toEqual(['PATCH', 'PATCH', 'POST']);
  });

  test('gets PATCH again if POST does no better', async () => {
    plays(ofPatch(405), ofPatch(405), begins);
    const sent = send();
    await vi.advanceTimersByTimeAsync(500);
    expect(await sent).toBe('upl_1');
    expect(methods()).toEqual(['PATCH', 'POST', 'PATCH']);
  });

  test('is not suspected if the server itself refuses', async () => {
    plays(ofPatch(403, 'This link has expired.'));
    await expect(send({ url })).rejects.toThrow('This link has expired.');
    expect(methods()).toEqual(['PATCH']);
  });
});

test('a pause ends a delay at once', async () => {
  const job = new AbortController();
  plays(fails(0));
  const sent = send({ signal: job.signal });
  const ended = expect(sent).rejects.toThrow('paused');
  await vi.advanceTimersByTimeAsync(100);
  job.abort(new Error('paused'));
  await ended;
});

test('a silent network is reported, while the same attempt continues', async () => {
  plays((given) => {
    given.onQuiet();
    begins(given);
  });
  await send();
  expect(waited).toEqual(['Your connection is slow or lost. The upload will continue automatically.']);
  expect(tries).toHaveLength(1);
});
