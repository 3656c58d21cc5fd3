import type * as v from 'valibot';
import { ApiError, isServerError } from '#api/error.ts';
import { attemptStatusAfter } from '#api/meaning.ts';
import { parseOfBrand } from '../storage/stored-of-brand.ts';
import type { AttemptStore } from './attempt-store.ts';

/** Fields that every attempt stores; features add their own. */
export interface AttemptFields {
  brandId: string;
  /** The Idempotency-Key: the server applies the request once, however often it's sent. */
  key: string;
  askedAt: string;
}

/**
 * `isFinal`: every attempt under the key has failed. Otherwise only this one had no effect, and the key may be reused.
 */
export interface FailedAttempt {
  kind: 'failed';
  error: ApiError | null;
  reason: string | null;
  isFinal: boolean;
}

export type KnownOutcome<Done> = { kind: 'done'; done: Done } | FailedAttempt;
export type Outcome<Done> = KnownOutcome<Done> | { kind: 'unknown' };
/** Result of one request. `noted`: the attempt updated with the new information. */
export type AttemptResult<A, Done> = KnownOutcome<Done> | { kind: 'unknown'; noted?: A };

interface Settings<A extends AttemptFields, Done> {
  store: AttemptStore;
  lockName: string;
  schema: v.GenericSchema<unknown, A>;
  /** Sends the attempt. Any error it throws counts as a failure of the attempt's own request. */
  ask: (attempt: A) => Promise<AttemptResult<A, Done>>;
  /** True for further errors that mean that a first request wasn't applied. */
  isUndone?: (error: ApiError) => boolean;
  /** True for attempts that are only retried when the user presses the button. */
  isStale: (attempt: A) => boolean;
  /** False for attempts that stay stored only for their key. */
  isOpen?: (attempt: A) => boolean;
  /** Returns the attempt to store after a failure that isn't final; without this the attempt is deleted. */
  keepFailed?: (attempt: A) => A;
}

/** True for errors inside the server's transaction, which roll back a creation. */
export const isRolledBack = (error: ApiError): boolean =>
  error.code === 'session_ended' || (isServerError(error) && error.code === 'internal');

const resendWindowMs = 3_600_000;

/**
 * True for an attempt too old to retry automatically: an action from yesterday must not run when the network returns
 * today.
 */
export const isTooOldToRetry = ({ askedAt }: AttemptFields): boolean =>
  Date.now() - Date.parse(askedAt) > resendWindowMs;

/**
 * State machine for one kind of idempotent request, with at most one in progress per device, which lasts until its
 * outcome is known. A feature adds the payload, the request, and the effects of success.
 */
export function createAttempts<A extends AttemptFields, Done>(settings: Settings<A, Done>) {
  const { store, lockName, schema, ask, isUndone, isStale, isOpen = () => true, keepFailed } = settings;
  const parsed = (text: string | null) => parseOfBrand(schema, text);
  const read = () => parsed(store.read());
  const write = (attempt: A | null) => store.write(attempt && JSON.stringify(attempt));

  /** Only one page at a time sends the request; the others then find the attempt settled. */
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    navigator.locks ? (navigator.locks.request(lockName, work) as Promise<T>) : work();

  /** Outcome of a failed request. A request without effect settles the attempt only if it was the first. */
  function failureOf(error: unknown, isFirst: boolean): AttemptResult<A, Done> {
    if (!(error instanceof ApiError)) return { kind: 'unknown' };
    const status = attemptStatusAfter(error);
    const isFinal = status === 'settled';
    const isAlone = isFirst && !error.mayHaveArrived;
    if (!isFinal && !(isAlone && (status === 'not-begun' || isUndone?.(error)))) return { kind: 'unknown' };
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
        // The disk is full: the attempt stays unchanged, and its key resolves it later.
      }
    }
    return answer;
  }

  return {
    /** This brand's attempt on this device; null if there is none. */
    read,
    clear: () => write(null),
    /** Sends the first request. The attempt is stored beforehand, so that closing the page midway leaves a trace. */
    begin: (attempt: A, how = ask) =>
      alone(async (): Promise<Outcome<Done>> => {
        const stored = read();
        const open = stored && isOpen(stored) ? stored : null;
        // Another tab's open attempt takes precedence: overwriting it would lose its outcome.
        if (open && open.key !== attempt.key) return { kind: 'unknown' };
        store.setPending(true);
        try {
          write(attempt);
          return await tried(attempt, open === null, how);
        } finally {
          store.setPending(false);
        }
      }),
    /**
     * Retries with the same key. Returns null if another page has settled the attempt, or if it's stale and the user
     * didn't press retry.
     */
    askAgain: (key: string, isPressed = false) =>
      alone(async () => {
        const attempt = read();
        if (attempt?.key !== key || !isOpen(attempt) || (!isPressed && isStale(attempt))) return null;
        return tried(attempt, false);
      }),
    /** The attempt with an unknown outcome, unless this page is still awaiting the first response. */
    useUnknown: () => {
      const attempt = parsed(store.usePendingAttempt());
      return attempt && isOpen(attempt) ? attempt : null;
    },
  };
}

export type Attempts<A extends AttemptFields, Done> = ReturnType<typeof createAttempts<A, Done>>;
