import type { WriteGuard } from '#sw/database/write-guard.ts';
import type { Sessions } from '#sw/network/session.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { hasOthers, wipeCopy, wipeOthers, wipeQueue } from '#sw/storage/wipe.ts';

interface Deps extends Pick<Runtime, 'copy' | 'outbox' | 'wipeMedia' | 'isReplaced'> {
  sessions: Sessions;
  guard: WriteGuard;
  /** Called when a brand's data has been cleared as far as possible. */
  onLeft(): void;
  reportError(error: unknown): void;
}

export interface LogoutCleanup {
  /** Clears all of a brand's data. Resolves to the names of parts that couldn't be cleared. Never rejects. */
  wipe(brandId: string): Promise<string[]>;
  /** Clears leftovers of a failed logout once the storage responds again. */
  finish(): Promise<void>;
  /** Clears leftovers of a brand that logs in again; keeps data added after that. */
  finishBefore(brandId: string): Promise<void>;
  /** Deletes other brands' records from the copy, and marks it as this brand's. */
  wipeOthers(brandId: string): Promise<void>;
  /**
   * Resolves once the copy contains only this brand's data. Finishes a wipe that a hanging copy or a stopped worker left
   * incomplete.
   */
  ready(brandId: string): Promise<void>;
}

/** Clears a brand's data from the device. */
export function createLogoutCleanup(deps: Deps): LogoutCleanup {
  const { copy, outbox, wipeMedia, sessions, guard, reportError } = deps;
  const unfinished = new Set<string>();
  let ownerOfCopy: string | null = null;

  async function wipe(brandId: string): Promise<string[]> {
    // Do this first, so no response in flight is stored afterwards.
    guard.admit(null);
    ownerOfCopy = null;
    unfinished.add(brandId);
    const forgotten = sessions.forget(brandId);
    // Wipe the queue after the session, so nothing can be queued afterwards.
    const queueWiped = forgotten.then(() => wipeQueue(outbox, brandId));
    const parts = [
      ['your session', forgotten],
      ['campaigns, offers and analytics', wipeCopy(copy)],
      ['waiting actions', queueWiped],
      ['videos and pictures', wipeMedia()],
    ] as const;
    const settled = await Promise.allSettled(parts.map(([, work]) => work));
    const kept = settled.flatMap((each, i) => {
      if (each.status === 'fulfilled') return [];
      reportError(each.reason);
      return parts[i]?.[0] ?? [];
    });
    if (kept.length === 0) unfinished.delete(brandId);
    // The brand that was wiped may not be the one that is logged in now.
    const left = await sessions.read().catch(() => null);
    if (left !== null && left.session.brandId !== brandId) guard.admit(left.session.brandId);
    deps.onLeft();
    return kept;
  }

  async function wipeOthersData(brandId: string): Promise<void> {
    // Delete the records last: while they exist, a worker that was stopped in between starts over.
    if (await hasOthers(copy, brandId)) await wipeMedia();
    await wipeOthers(copy, brandId, () => guard.isAdmitted(brandId));
    if (guard.isAdmitted(brandId)) ownerOfCopy = brandId;
  }

  return {
    wipe,
    wipeOthers: wipeOthersData,
    async ready(brandId) {
      if (ownerOfCopy !== brandId) await wipeOthersData(brandId);
    },
    async finishBefore(brandId) {
      if (!unfinished.has(brandId)) return;
      await Promise.all([wipeQueue(outbox, brandId), wipeCopy(copy)]);
      unfinished.delete(brandId);
    },
    async finish() {
      // A session stored since then belongs to the newer worker, and would be logged out; pages clear the rest at the next login.
      if (deps.isReplaced()) return;
      for (const brandId of [...unfinished]) await wipe(brandId);
      const row = await sessions.read();
      if (row !== null) await wipeOthersData(row.session.brandId);
    },
  };
}
