import type { DBSchema } from 'idb';
import type { Connection } from '#sw/database/database.ts';
import type { CopySchema, OutboxSchema } from '#sw/database/schema.ts';
import { isQuotaError } from '#sw/database/storage-errors.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { dropFigures, wipeCopy } from './wipe.ts';

/** Evicts data that can be fetched again. Returns false if there was none, in which case retrying a write is pointless. */
type Step = () => Promise<boolean>;

export interface Room {
  /** The databases. If the disk is full, their writes evict data and are retried. */
  readonly copy: Connection<CopySchema>;
  readonly outbox: Connection<OutboxSchema>;
  /** True if the last write didn't fit even after evicting data. */
  isFull(): boolean;
  /** Records that something was stored, so there is space again. */
  noteStored(): void;
  /** Evicts data that can be fetched again: media and, with a network, the copy. The queue is kept. */
  free(options: { withCopy: boolean }): Promise<void>;
}

interface Deps extends Pick<Runtime, 'copy' | 'outbox' | 'wipeMedia' | 'now'> {
  /** Evicts downloaded drafts, until only this share is left. Returns false if there were none. */
  shrinkDrafts(share: number): Promise<boolean>;
  onChange(): void;
  /** Called when a write has succeeded, so one that failed for lack of space may succeed now. */
  onStored(): void;
}

/**
 * Frees space on a full disk. Pictures and watched videos are evicted first, then downloaded drafts, then figures, which can't be
 * recomputed but are viewed least. Storing a decision may evict the whole copy. The queue is never evicted, since it holds the
 * only copy of a user's decisions.
 */
export function createRoom({ copy, outbox, wipeMedia, shrinkDrafts, now, onChange, onStored }: Deps): Room {
  let isFull = false;

  function setFull(next: boolean): void {
    if (next === isFull) return;
    isFull = next;
    onChange();
  }

  /** Shares one run, since many writes may find the disk full at the same time. */
  function shared(step: Step): Step {
    let running: Promise<boolean> | null = null;
    return () => {
      running ??= step().finally(() => {
        running = null;
      });
      return running;
    };
  }

  /** Runs steps until one may have freed space; false if none is left. */
  async function takeNext(left: Step[]): Promise<boolean> {
    for (let step = left.shift(); step !== undefined; step = left.shift()) {
      // A failed step counts, too, since it may have freed some space.
      if (await step().catch(() => true)) return true;
    }
    return false;
  }

  function withRoom<S extends DBSchema>(connection: Connection<S>, steps: readonly Step[]): Connection<S> {
    const run: Connection<S>['run'] = async (work, options) => {
      if (options?.makesRoom === false) return connection.run(work, options);
      const left = [...steps];
      for (;;) {
        try {
          return await connection.run(work, options);
        } catch (error) {
          if (!isQuotaError(error)) throw error;
          if (await takeNext(left)) continue;
          setFull(true);
          throw error;
        }
      }
    };
    return { ...connection, run };
  }

  const step = (drop: () => Promise<void>) => shared(() => drop().then(() => true));
  const dropMedia = step(wipeMedia);
  const dropDrafts = shared(() => shrinkDrafts(0));
  const copySteps = [dropMedia, shared(() => shrinkDrafts(0.5)), dropDrafts, step(() => dropFigures(copy, now()))];
  return {
    copy: withRoom(copy, copySteps),
    outbox: withRoom(outbox, [...copySteps, step(() => wipeCopy(copy))]),
    isFull: () => isFull,
    noteStored() {
      setFull(false);
      onStored();
    },
    async free({ withCopy }) {
      await Promise.all([dropMedia(), dropDrafts(), withCopy ? wipeCopy(copy) : null]);
      setFull(false);
    },
  };
}
