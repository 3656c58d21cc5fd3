import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { copySteps } from './migrations/copy.ts';
import { outboxSteps } from './migrations/outbox.ts';
import type { CopySchema, OutboxSchema } from './schema.ts';

/** One step of a format, run inside the transaction that upgrades. */
export type MigrationStep<S extends DBSchema> = (
  database: IDBPDatabase<S>,
  transaction: IDBPTransaction<S, StoreNames<S>[], 'versionchange'>,
) => void | Promise<void>;

/** A database that is opened when it is first needed, and again when its handle dies. */
export interface Connection<S extends DBSchema> {
  /**
   * Runs work on the open database. Where the handle turns out to be dead it is reopened and the work done again, up to 3
   * tries: work is one transaction, and has to be safe to repeat.
   * @throws {OutdatedError} where a newer version of the app has changed the format
   */
  run<T>(work: (database: IDBPDatabase<S>) => Promise<T>): Promise<T>;
  close(): void;
}

/** The stored format is newer than this code: the page must reload, and nothing may be written meanwhile. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError';
}

interface ConnectOptions {
  /** Told once, when a newer version of the app is found to have changed the format. */
  onOutdated?: () => void;
}

const tries = 3;

/** The phone's copy: any fault may empty it, the next sync fills it. */
export const connectCopy = (options?: ConnectOptions) => connect<CopySchema>('afield-copy', copySteps, options);

/** The queue of actions, their receipts, and the session that sends them: only the user empties it. */
export const connectOutbox = (options?: ConnectOptions) => connect<OutboxSchema>('afield-outbox', outboxSteps, options);

export function connect<S extends DBSchema>(
  name: string,
  steps: readonly MigrationStep<S>[],
  { onOutdated }: ConnectOptions = {},
): Connection<S> {
  let current: Promise<IDBPDatabase<S>> | null = null;

  function open(): Promise<IDBPDatabase<S>> {
    if (current !== null) return current;
    const opening: Promise<IDBPDatabase<S>> = openDB<S>(name, steps.length, {
      async upgrade(database, oldVersion, _, transaction) {
        for (const step of steps.slice(oldVersion)) await step(database, transaction);
      },
      // Another worker wants a newer format: whoever holds on would block it for good.
      blocking: () => drop(opening),
      terminated: () => drop(opening),
    });
    current = opening;
    opening.catch(() => drop(opening));
    return opening;
  }

  function drop(handle: Promise<IDBPDatabase<S>>): void {
    if (current === handle) current = null;
    handle.then((database) => database.close()).catch(() => {});
  }

  return {
    async run(work) {
      for (let attempt = 1; ; attempt += 1) {
        const handle = open();
        try {
          return await work(await handle);
        } catch (error) {
          if (isNamed(error, 'VersionError')) {
            onOutdated?.();
            throw new OutdatedError(`${name} was changed by a newer version`, { cause: error });
          }
          if (attempt === tries || !isDeadHandle(error)) throw error;
          drop(handle);
        }
      }
    },
    close() {
      if (current !== null) drop(current);
    },
  };
}

const isNamed = (error: unknown, ...names: string[]) => error instanceof Error && names.includes(error.name);

/**
 * What a handle throws that has died: phones close databases of apps in the background, and only say so when they are used
 * (https://bugs.webkit.org/show_bug.cgi?id=273827). Our own transactions never abort by intent, so an AbortError is one too.
 */
const isDeadHandle = (error: unknown) => isNamed(error, 'InvalidStateError', 'UnknownError', 'AbortError');
