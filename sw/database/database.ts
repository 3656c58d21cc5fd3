import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { databaseNames } from '#contract/account/device.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import { copySteps, draftsSteps, type MigrationStep, outboxSteps } from './migrations.ts';
import type { CopySchema, DraftsSchema, OutboxSchema } from './schema.ts';
import { isNamed, isQuotaError, OutdatedError, StorageUnavailableError } from './storage-errors.ts';
import { wait as waitOfBrowser } from './wait.ts';

export interface RunOptions {
  /** Timeout, ms. Pass a longer one for work that no page is waiting for. */
  timeoutMs?: number | undefined;
  /** Called if the work completes after its timeout. */
  onLate?: () => void;
  /** False if nothing may be evicted to free space for the work on a full disk. */
  makesRoom?: boolean;
}

/** One transaction on an open database. `late` aborts when it has timed out. */
type Work<S extends DBSchema, T> = (database: IDBPDatabase<S>, late: AbortSignal) => Promise<T>;

/** A database that is opened lazily, and reopened when its handle dies. */
export interface Connection<S extends DBSchema> {
  /**
   * Runs work on the open database. If the handle turns out to be dead, reopens it and retries, up to 3 attempts. The work is one
   * transaction and must be safe to repeat. `late` aborts when the work has timed out and its caller no longer waits. The work
   * may still complete after that unless it aborts its transaction.
   * @throws {StorageUnavailableError} if the work takes too long, or immediately while the database is unresponsive
   * @throws {OutdatedError} if a newer version of the app has changed the format
   */
  run<T>(work: Work<S, T>, options?: RunOptions): Promise<T>;
  close(): void;
  /** True if the database responded to the last call. */
  isAvailable(): boolean;
  /** Subscribes to changes of availability; returns the unsubscribe function. */
  onAvailable(listener: (isAvailable: boolean) => void): () => void;
}

interface ConnectOptions {
  /** Called once, when a newer version of the app turns out to have changed the format. */
  onOutdated?: () => void;
  /** ms since 1970. */
  now?: () => number;
  /** Resolves after `ms`, or as soon as the signal aborts. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const tries = 3;
/** A database responds within milliseconds or hangs; after this time, the network serves the user better. */
const responseTimeoutMs = 3000;

/** Opens the local copy. It may be emptied after any error, since the next sync restores it. */
export const connectCopy = (options?: ConnectOptions) => connect<CopySchema>(databaseNames.copy, copySteps, options);

/** Opens the queue of actions, their receipts, and the session that sends them. Only the user may empty this database. */
export const connectOutbox = (options?: ConnectOptions) =>
  connect<OutboxSchema>(databaseNames.queue, outboxSteps, options);

/** Opens the downloaded drafts, which can be fetched again. */
export const connectDrafts = (options?: ConnectOptions) =>
  connect<DraftsSchema>(databaseNames.videos, draftsSteps, options);

export function connect<S extends DBSchema>(
  name: string,
  steps: readonly MigrationStep<S>[],
  { onOutdated, now = Date.now, wait = waitOfBrowser }: ConnectOptions = {},
): Connection<S> {
  const breaker = createCircuitBreaker(now);
  const handles = createHandles({ name, steps, breaker, onOutdated });

  /**
   * Waits for the work up to its timeout. The work continues after that, and completing late shows that the database is alive.
   */
  async function within<T>(work: Work<S, T>, { timeoutMs = responseTimeoutMs, onLate }: RunOptions = {}): Promise<T> {
    const late = new AbortController();
    const over = new AbortController();
    const answers = breaker.answers();
    const working = handles.attempt(work, late.signal, tryAgain);
    const onAnswer = () => {
      breaker.answered();
      if (late.signal.aborted) onLate?.();
    };
    working.then(onAnswer, () => undefined);
    const timedOut = wait(timeoutMs, over.signal).then((): T | Promise<T> => {
      if (over.signal.aborted) return working;
      late.abort();
      // If other work completed in the meantime, the database is busy rather than dead.
      if (breaker.answers() === answers) {
        breaker.failed();
        handles.close();
      }
      throw new StorageUnavailableError(`${name} doesn't answer`);
    });
    timedOut.catch(() => undefined);
    try {
      return await Promise.race([working, timedOut]);
    } finally {
      over.abort();
    }
  }

  /** Resolves once every store responds, after any transaction that locks one. */
  async function look(database: IDBPDatabase<S>): Promise<void> {
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores);
    const [first] = stores;
    await Promise.all([first && transaction.objectStore(first).count(), transaction.done]);
  }

  const tryAgain = () => void within(look).catch(() => undefined);

  return {
    run(work, options) {
      if (breaker.isAvailable()) return within(work, options);
      // Probe in the background, so no caller waits for it.
      if (breaker.isTrialDue()) tryAgain();
      return Promise.reject(new StorageUnavailableError(`${name} doesn't answer`));
    },
    close: handles.close,
    isAvailable: breaker.isAvailable,
    onAvailable: breaker.onChange,
  };
}

interface Handles<S extends DBSchema> {
  /**
   * Runs the work, and retries it on a new handle if the old one is dead.
   * @param onTooLate called if the database opens only after the timeout, in which case the work isn't started
   */
  attempt<T>(work: Work<S, T>, late: AbortSignal, onTooLate: () => void): Promise<T>;
  /** Closes the current handle; the next attempt opens another. */
  close(): void;
}

interface HandlesOptions<S extends DBSchema> {
  name: string;
  steps: readonly MigrationStep<S>[];
  breaker: CircuitBreaker;
  onOutdated: (() => void) | undefined;
}

/** Opens a database's handle when it is needed, and replaces it when it has died. */
function createHandles<S extends DBSchema>({ name, steps, breaker, onOutdated }: HandlesOptions<S>): Handles<S> {
  let current: Promise<IDBPDatabase<S>> | null = null;
  let isOutdated = false;

  function open(): Promise<IDBPDatabase<S>> {
    if (current !== null) return current;
    // Opened inside a promise, since a browser that forbids storage throws synchronously.
    const opening: Promise<IDBPDatabase<S>> = Promise.resolve().then(() =>
      openDB<S>(name, steps.length, {
        async upgrade(database, oldVersion, _, transaction) {
          for (const step of steps.slice(oldVersion)) await step(database, transaction);
        },
        // Another worker wants to upgrade the format, which an open handle would block indefinitely.
        blocking: () => drop(opening),
        terminated: () => drop(opening),
      }),
    );
    current = opening;
    opening.catch(() => drop(opening));
    return opening;
  }

  function drop(handle: Promise<IDBPDatabase<S>>): void {
    if (current === handle) current = null;
    handle.then((database) => database.close()).catch(() => {});
  }

  /** Maps an error on opening the database to its cause; quota errors are returned unchanged. */
  function whyClosed(error: unknown): unknown {
    if (isQuotaError(error)) return error;
    breaker.failed();
    if (!isNamed(error, 'VersionError')) {
      return new StorageUnavailableError(`${name} can't be opened`, { cause: error });
    }
    if (!isOutdated) onOutdated?.();
    isOutdated = true;
    return new OutdatedError(`${name} was changed by a newer version`, { cause: error });
  }

  async function attempt<T>(work: Work<S, T>, late: AbortSignal, onTooLate: () => void): Promise<T> {
    for (let attempts = 1; ; attempts += 1) {
      const handle = open();
      let database: IDBPDatabase<S> | null = null;
      try {
        database = await handle;
        isOutdated = false;
        if (!late.aborted) return await work(database, late);
      } catch (error) {
        const isLast = attempts === tries || late.aborted || !isDeadHandle(error);
        if (isLast && database === null) throw whyClosed(error);
        if (isLast && attempts === tries) breaker.failed();
        if (isLast) throw error;
        drop(handle);
        continue;
      }
      // The database opened after the timeout and the caller has given up, so don't start its work.
      onTooLate();
      throw new StorageUnavailableError(`${name} answered too late`);
    }
  }

  return {
    attempt,
    close() {
      if (current !== null) drop(current);
    },
  };
}

/**
 * True for errors of a dead handle. Phones close the databases of background apps, and report it only on the next use
 * (https://bugs.webkit.org/show_bug.cgi?id=273827). Our own transactions abort only after their caller has stopped waiting, so an
 * AbortError counts too.
 */
const isDeadHandle = (error: unknown) => isNamed(error, 'InvalidStateError', 'UnknownError', 'AbortError');
