import type { DBSchema } from 'idb';
import type { Connection } from '#sw/database/database.ts';
import type { CopySchema, OutboxSchema } from '#sw/database/schema.ts';
import { isQuotaError } from '#sw/database/storage-errors.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { dropFigures, wipeCopy } from './wipe.ts';

/** Drops something that the network has too. */
type Step = () => Promise<void>;

export interface Room {
  /** The databases, whose writes make room where the disk is full and are done again. */
  readonly copy: Connection<CopySchema>;
  readonly outbox: Connection<OutboxSchema>;
  /** True if the last write found no room, whatever was dropped for it. */
  isFull(): boolean;
  /** Something was stored: there is room again. */
  noteStored(): void;
  /** Drops what the network has too: media and, where it can be fetched again, the copy. The queue stays. */
  free(options: { withCopy: boolean }): Promise<void>;
}

interface Deps extends Pick<Runtime, 'copy' | 'outbox' | 'wipeMedia' | 'now'> {
  onChange(): void;
  /** Something was stored: what found no room may find it now. */
  onStored(): void;
}

/**
 * Makes room on a full disk: media first, then figures, which can be computed from nothing else but are looked at least, and for
 * a decision all of the copy. Never the queue: it is the only place where a user's decision is.
 */
export function createRoom({ copy, outbox, wipeMedia, now, onChange, onStored }: Deps): Room {
  let isFull = false;

  function setFull(next: boolean): void {
    if (next === isFull) return;
    isFull = next;
    onChange();
  }

  /** Many writes may find the disk full at the same time. */
  function shared(step: Step): Step {
    let running: Promise<void> | null = null;
    return () => {
      running ??= step().finally(() => {
        running = null;
      });
      return running;
    };
  }

  function withRoom<S extends DBSchema>(connection: Connection<S>, steps: readonly Step[]): Connection<S> {
    const run: Connection<S>['run'] = async (work, options) => {
      if (options?.makesRoom === false) return connection.run(work, options);
      for (const step of steps) {
        try {
          return await connection.run(work, options);
        } catch (error) {
          if (!isQuotaError(error)) throw error;
          // A step that fails leaves it to the next.
          await step().catch(() => undefined);
        }
      }
      try {
        return await connection.run(work, options);
      } catch (error) {
        if (isQuotaError(error)) setFull(true);
        throw error;
      }
    };
    return { ...connection, run };
  }

  const dropMedia = shared(wipeMedia);
  const copySteps = [dropMedia, shared(() => dropFigures(copy, now()))];
  return {
    copy: withRoom(copy, copySteps),
    outbox: withRoom(outbox, [...copySteps, shared(() => wipeCopy(copy))]),
    isFull: () => isFull,
    noteStored() {
      setFull(false);
      onStored();
    },
    async free({ withCopy }) {
      await Promise.all([dropMedia(), withCopy ? wipeCopy(copy) : null]);
      setFull(false);
    },
  };
}
