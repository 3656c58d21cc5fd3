import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, afterSends } from '#api/error.ts';
import { writeSession } from '#api/session/session.ts';
import { attemptStore } from '#app/attempts/attempt-store.ts';
import { type AttemptResult, createAttempts } from '#app/attempts/attempts.ts';
import { aSession } from '../support/examples.ts';

const storageKey = 'attempts-of-this-test';
const schema = v.object({
  brandId: v.string(),
  key: v.string(),
  askedAt: v.string(),
  note: v.nullable(v.string()),
  failed: v.boolean(),
});
type Attempt = v.InferOutput<typeof schema>;
type Reply = AttemptResult<Attempt, string>;

const anAttempt = (key: string, part: Partial<Attempt> = {}): Attempt => ({
  brandId: 'brd_1',
  key,
  askedAt: new Date().toISOString(),
  note: null,
  failed: false,
  ...part,
});
const stored = () => JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Attempt | null;
const store = (attempt: Attempt) => localStorage.setItem(storageKey, JSON.stringify(attempt));
const refused = (status: number, code: ApiError['code']) => new ApiError(status, code, 'No.', { message: 'No.', code });
const busy = refused(429, 'too_many_requests');
const fillDisk = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
const done: Reply = { kind: 'done', done: 'made' };

/** One tab of several on a device; `replies` are the outcomes of its sends, in order. */
function tab({ keepsFailed = false } = {}) {
  const sent: string[] = [];
  const replies: (Reply | Error | (() => Promise<Reply>))[] = [];
  const machine = createAttempts<Attempt, string>({
    store: attemptStore(storageKey),
    lockName: 'attempts',
    schema,
    ask: async ({ key }) => {
      sent.push(key);
      expect(stored()?.key).toBe(key);
      const reply = replies.shift() ?? done;
      if (reply instanceof Error) throw reply;
      return typeof reply === 'function' ? reply() : reply;
    },
    isStale: ({ askedAt }) => askedAt < '2020',
    ...(keepsFailed
      ? { isOpen: ({ failed }: Attempt) => !failed, keepFailed: (attempt: Attempt) => ({ ...attempt, failed: true }) }
      : {}),
  });
  /** Keeps the next send pending until its result is given. */
  const hold = () => {
    let end = (_: Reply) => {};
    replies.push(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    return (reply: Reply) => end(reply);
  };
  return { ...machine, sent, replies, hold };
}

beforeEach(() => {
  writeSession(aSession());
  // As between a browser's tabs, only one caller holds the lock at a time.
  let last: Promise<unknown> = Promise.resolve();
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, work: () => Promise<unknown>) => {
        const mine = last.then(work);
        last = mine.catch(() => undefined);
        return mine;
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the first attempt', () => {
  test('is stored before it is sent, and removed once its outcome is known', async () => {
    const one = tab();
    expect(await one.begin(anAttempt('a'))).toEqual(done);
    expect([one.sent, stored()]).toEqual([['a'], null]);
  });

  test('isn’t sent if it can’t be stored', async () => {
    fillDisk();
    const one = tab();
    await expect(one.begin(anAttempt('a'))).rejects.toThrow('full');
    expect(one.sent).toEqual([]);
  });

  test('is closed by a failure, and kept only if the server stores failures under its key', async () => {
    const [one, two] = [tab(), tab({ keepsFailed: true })];
    one.replies.push(busy);
    expect(await one.begin(anAttempt('a'))).toMatchObject({ kind: 'failed', isFinal: false });
    expect(stored()).toBeNull();
    two.replies.push(busy);
    expect(await two.begin(anAttempt('b'))).toMatchObject({ kind: 'failed', isFinal: false });
    expect(stored()).toMatchObject({ key: 'b', failed: true });
    // The attempt is closed: it isn't checked again, and another may begin.
    expect(await two.askAgain('b')).toBeNull();
    expect(await two.begin(anAttempt('c'))).toEqual(done);
  });

  test.each([false, true])(
    'is removed when refused for good, whether or not failures are stored: %s',
    async (keepsFailed) => {
      const one = tab({ keepsFailed });
      one.replies.push(refused(402, 'card_declined'));
      expect(await one.begin(anAttempt('a'))).toMatchObject({ kind: 'failed', isFinal: true });
      expect(stored()).toBeNull();
    },
  );

  test.each([
    ['an earlier request was lost before the refusal', afterSends(busy, true)],
    ['the server failed', refused(500, 'internal')],
    ['it is still in progress', refused(409, 'idempotency_in_progress')],
    ['an intermediary refused it', new ApiError(402, 'unknown', 'Pay for the Wi-Fi.')],
    ['it failed in an unknown way', new Error('?')],
  ])('stays open if %s', async (_, error) => {
    const one = tab();
    one.replies.push(error as Error);
    expect(await one.begin(anAttempt('a'))).toEqual({ kind: 'unknown' });
    expect(stored()?.key).toBe('a');
  });

  test('stays unchanged if a full disk can’t store its result', async () => {
    const one = tab();
    one.replies.push(async () => {
      fillDisk();
      return { kind: 'unknown', noted: anAttempt('a', { note: 'pay_1' }) };
    });
    expect(await one.begin(anAttempt('a'))).toMatchObject({ kind: 'unknown' });
    expect(stored()).toMatchObject({ key: 'a', note: null });
  });
});

describe('two tabs', () => {
  test('send one after the other, and the first one’s open attempt blocks the second’s', async () => {
    const [one, two] = [tab(), tab()];
    const end = one.hold();
    const first = one.begin(anAttempt('a'));
    const second = two.begin(anAttempt('b'));
    await vi.waitFor(() => expect(one.sent).toEqual(['a']));
    expect(two.sent).toEqual([]);
    end({ kind: 'unknown' });
    expect([await first, await second]).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
    expect([two.sent, stored()?.key]).toEqual([[], 'a']);
    // The second tab checks the first one's attempt, and is then free.
    expect(await two.askAgain('a')).toEqual(done);
    expect(await two.begin(anAttempt('b'))).toEqual(done);
    expect(await one.askAgain('a')).toBeNull();
  });

  test('both send if the first attempt is settled when the second tab gets the lock', async () => {
    const [one, two] = [tab(), tab()];
    const end = one.hold();
    const both = Promise.all([one.begin(anAttempt('a')), two.begin(anAttempt('b'))]);
    await vi.waitFor(() => expect(one.sent).toEqual(['a']));
    end(done);
    expect(await both).toEqual([done, done]);
    expect([two.sent, stored()]).toEqual([['b'], null]);
  });

  test('leave an open attempt open if its repeat is refused', async () => {
    const [one, two] = [tab({ keepsFailed: true }), tab({ keepsFailed: true })];
    one.replies.push({ kind: 'unknown' });
    await one.begin(anAttempt('a'));
    two.replies.push(busy);
    expect(await two.begin(anAttempt('a'))).toEqual({ kind: 'unknown' });
    expect(stored()).toMatchObject({ key: 'a', failed: false });
  });
});

describe('checking again', () => {
  test('doesn’t take a refusal of the check as the outcome of the attempt', async () => {
    store(anAttempt('a'));
    const one = tab();
    one.replies.push(busy);
    expect(await one.askAgain('a')).toEqual({ kind: 'unknown' });
    expect(stored()?.key).toBe('a');
  });

  test('needs a tap for an old attempt, and never checks another brand’s', async () => {
    const one = tab();
    store(anAttempt('a', { askedAt: '2019-01-01T00:00:00.000Z' }));
    expect(await one.askAgain('a')).toBeNull();
    expect(await one.askAgain('a', true)).toEqual(done);
    store(anAttempt('b', { brandId: 'brd_2' }));
    expect([one.read(), await one.askAgain('b', true)]).toEqual([null, null]);
    expect(one.sent).toEqual(['a']);
  });
});
