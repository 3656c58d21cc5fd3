import type { ActionRow } from '#sw/database/action-row.ts';
import type { Sessions } from '#sw/network/session.ts';
import { discardUnreadable, retryAction, type UndoResult, undoAction } from '#sw/queue/outbox/actions.ts';
import type { KeepAlive, Runtime } from '#sw/runtime/runtime.ts';
import type { Room } from '#sw/storage/room.ts';
import type { LogoutCleanup } from './logout-cleanup.ts';
import { type Commands, RefusedError } from './messages.ts';
import { createPageState, type PageStateDeps } from './page-state.ts';

/** The worker's parts that pages command. */
interface Deps extends PageStateDeps, Pick<Runtime, 'outbox'> {
  sessions: Sessions;
  leaving: LogoutCleanup;
  diskSpace: Pick<Room, 'free'>;
}

/** Effects that commands have outside the worker's parts. */
interface Effects {
  /** Called when the user has undone, discarded or retried (null) an intent. */
  onTaken(action: ActionRow, outcome: 'undone' | 'discarded' | null): Promise<void>;
  onChange(): void;
  claim(): Promise<void>;
  skipWaiting(): Promise<void>;
}

const refusals = {
  arrived: 'The action was already sent and may have been applied.',
  missing: 'The action has already been sent or removed.',
};

/** Handles commands from pages. `keep` keeps the worker alive for work that outlasts the reply. */
export function createCommands(parts: Deps, effects: Effects, keep: KeepAlive): Commands {
  const { outbox, sessions, sender, syncing, probe, drafts, diskSpace, leaving, catchUp } = parts;

  async function brandOfSession(): Promise<string> {
    const row = await sessions.read();
    if (row === null) throw new RefusedError('Log in first.');
    return row.session.brandId;
  }

  async function takenBack(actionId: string, outcome: 'undone' | 'discarded'): Promise<void> {
    const brandId = await brandOfSession();
    await announceTaken(await undoAction(outbox, { brandId, actionId }), outcome);
  }

  async function discard(actionId: string): Promise<void> {
    const found = await discardUnreadable(outbox, { brandId: await brandOfSession(), actionId });
    if (found === null) return takenBack(actionId, 'discarded');
    effects.onChange();
  }

  async function announceTaken(taken: UndoResult, outcome: 'undone' | 'discarded' | null): Promise<void> {
    if (taken.result !== 'done') throw new RefusedError(refusals[taken.result], { isTooLate: true });
    await effects.onTaken(taken.action, outcome);
  }

  return {
    async session({ session, replaced, lineage }) {
      if (session === null) await sessions.forget();
      else if (await sessions.offer(session, { replaced, lineage })) keep(catchUp.run({ always: true }));
    },
    pageState: createPageState(parts, keep),
    async serverChanged() {
      keep(syncing.run());
    },
    async refreshNow() {
      if (!(await probe.run())) return;
      await Promise.all([sender.drain(), syncing.run({ force: true })]);
    },
    undo: (actionId) => takenBack(actionId, 'undone'),
    discard,
    async retry(actionId) {
      await announceTaken(await retryAction(outbox, { brandId: await brandOfSession(), actionId }), null);
      keep(sender.drain());
    },
    sendNow: sender.sendNow,
    async wipe(brandId) {
      const kept = await leaving.wipe(brandId);
      if (kept.length > 0) throw new RefusedError(`Still on this device: ${kept.join(', ')}.`);
    },
    async freeSpace() {
      const isReached = await probe.run();
      // Without a network, the copy couldn't be fetched again.
      await diskSpace.free({ withCopy: isReached });
      if (isReached) await Promise.all([sender.drain(), syncing.run({ force: true })]);
    },
    async broadcastDrafts() {
      keep(drafts.announce());
    },
    async setDownloads(policy) {
      const brandId = await brandOfSession();
      await drafts.setPolicy(brandId, policy);
      keep(drafts.run());
    },
    async removeDownloads() {
      await drafts.remove(await brandOfSession());
      keep(drafts.run());
    },
    claim: effects.claim,
    skipWaiting: effects.skipWaiting,
    status: parts.status.read,
  };
}
