import type * as v from 'valibot';
import { ApiError, isOfServer } from '#api/error.ts';
import { standingAfter } from '#api/meaning.ts';
import { parseOfBrand } from '../stored-of-brand.ts';
import type { AttemptStore } from './attempt-store.ts';

/** The part that every attempt stores; the rest is its feature's. */
export interface Asked {
  brandId: string;
  /** The Idempotency-Key: however often this is sent, it is done once. */
  key: string;
  askedAt: string;
}

/** `isFinal`: it holds for every try under the key; else this try did nothing, and the key may be sent again. */
export interface Failed {
  kind: 'failed';
  error: ApiError | null;
  reason: string | null;
  isFinal: boolean;
}

export type Known<Done> = { kind: 'done'; done: Done } | Failed;
export type Outcome<Done> = Known<Done> | { kind: 'unknown' };
/** Result of one try. `noted`: the attempt with what is now known of it. */
export type Answer<A, Done> = Known<Done> | { kind: 'unknown'; noted?: A };

interface Settings<A extends Asked, Done> {
  store: AttemptStore;
  lockName: string;
  schema: v.GenericSchema<unknown, A>;
  /** Sends it. What it throws is read as a failed call of the attempt itself. */
  ask: (attempt: A) => Promise<Answer<A, Done>>;
  /** True for further failures that undo a first try. */
  isUndone?: (error: ApiError) => boolean;
  /** True for attempts that only a press repeats. */
  isStale: (attempt: A) => boolean;
  /** False for attempts that stay stored for their key alone. */
  isOpen?: (attempt: A) => boolean;
  /** The form in which one stays stored after a failure that isn't final; none does unless this is given. */
  keepFailed?: (attempt: A) => A;
}

/** True where the server makes something in one transaction, so that a failure inside it takes back what was begun. */
export const isRolledBack = (error: ApiError): boolean =>
  error.code === 'session_ended' || (isOfServer(error) && error.code === 'internal');

const repeatedForMs = 3_600_000;

/** A wish of yesterday must not come true today because only now there is a network. */
export const isOld = ({ askedAt }: Asked): boolean => Date.now() - Date.parse(askedAt) > repeatedForMs;

/**
 * The machine of one kind of thing that the page asks of the server once, one at a time on a device, until it is known what
 * became of it. A feature adds its payload, its request, and what success does.
 */
export function createAttempts<A extends Asked, Done>(settings: Settings<A, Done>) {
  const { store, lockName, schema, ask, isUndone, isStale, isOpen = () => true, keepFailed } = settings;
  const parsed = (text: string | null) => parseOfBrand(schema, text);
  const read = () => parsed(store.read());
  const write = (attempt: A | null) => store.write(attempt && JSON.stringify(attempt));

  /** One page at a time asks; the others then find the attempt settled. */
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    navigator.locks ? (navigator.locks.request(lockName, work) as Promise<T>) : work();

  /** The outcome of a try that threw. That a try did nothing says so of all of them only where none was before it. */
  function failureOf(error: unknown, isFirst: boolean): Answer<A, Done> {
    if (!(error instanceof ApiError)) return { kind: 'unknown' };
    const standing = standingAfter(error);
    const isFinal = standing === 'settled';
    const isAlone = isFirst && !error.mayHaveArrived;
    if (!isFinal && !(isAlone && (standing === 'not-begun' || isUndone?.(error)))) return { kind: 'unknown' };
    return { kind: 'failed', error, reason: error.message, isFinal };
  }

  async function tried(attempt: A, isFirst: boolean, how = ask): Promise<Outcome<Done>> {
    const answer = await how(attempt).catch((error: unknown) => failureOf(error, isFirst));
    if (answer.kind !== 'unknown') {
      write(answer.kind === 'failed' && !answer.isFinal && keepFailed ? keepFailed(attempt) : null);
    } else if (answer.noted) {
      try {
        write(answer.noted);
      } catch {
        // A full disk keeps the attempt as it was: it is asked about by its key then.
      }
    }
    return answer;
  }

  return {
    /** The attempt of this brand on this device; null where there is none. */
    read,
    clear: () => write(null),
    /** Asks for the first time; stored before, so that a page closed in the middle leaves a trace. */
    begin: (attempt: A, how = ask) =>
      alone(async (): Promise<Outcome<Done>> => {
        const stored = read();
        const open = stored && isOpen(stored) ? stored : null;
        // Another tab's open attempt comes first: if it were overwritten, its outcome would never be found out.
        if (open && open.key !== attempt.key) return { kind: 'unknown' };
        store.setAsking(true);
        try {
          write(attempt);
          return await tried(attempt, open === null, how);
        } finally {
          store.setAsking(false);
        }
      }),
    /** Asks again by the same key. Null where another page has found out, or it is stale and nobody has pressed. */
    askAgain: (key: string, isPressed = false) =>
      alone(async () => {
        const attempt = read();
        if (attempt?.key !== key || !isOpen(attempt) || (!isPressed && isStale(attempt))) return null;
        return tried(attempt, false);
      }),
    /** The attempt whose outcome nobody knows, unless this page has only just asked. */
    useUnknown: () => {
      const attempt = parsed(store.useUnanswered());
      return attempt && isOpen(attempt) ? attempt : null;
    },
  };
}

export type Attempts<A extends Asked, Done> = ReturnType<typeof createAttempts<A, Done>>;
