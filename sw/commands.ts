import type { ActionRow } from '#sw/database/action-row.ts';
import type { Drafts } from '#sw/drafts/drafts.ts';
import type { Connectivity } from '#sw/network/connectivity.ts';
import type { Probe } from '#sw/network/probe.ts';
import type { Sessions } from '#sw/network/session.ts';
import type { Badge } from '#sw/notices/badge.ts';
import { discardUnreadable, retryAction, type Taken, takeBack } from '#sw/queue/outbox/actions.ts';
import type { Sender } from '#sw/queue/sender.ts';
import type { WakeUp } from '#sw/queue/wake-up.ts';
import type { Keep, Runtime } from '#sw/runtime/runtime.ts';
import type { Room } from '#sw/storage/room.ts';
import type { Status } from '#sw/sync/status.ts';
import type { Syncing } from '#sw/sync/syncing.ts';
import type { Leaving } from './leaving.ts';
import { type Commands, RefusedError } from './messages.ts';

interface Deps extends Pick<Runtime, 'outbox'> {
  sessions: Sessions;
  sender: Sender;
  syncing: Syncing;
  status: Status;
  probe: Probe;
  connectivity: Connectivity;
  wakeUp: WakeUp;
  leaving: Leaving;
  drafts: Drafts;
  room: Pick<Room, 'free'>;
  badge: Pick<Badge, 'touch'>;
  /** The user has undone, discarded or retried (null) an intent. */
  onTaken(action: ActionRow, outcome: 'undone' | 'discarded' | null): Promise<void>;
  onChange(): void;
  /** Sends queued intents and then syncs, if there is a network. */
  catchUp(): Promise<void>;
  claim(): Promise<void>;
  skipWaiting(): Promise<void>;
}

const refusals = {
  arrived: 'The action was already sent and may have been applied.',
  missing: 'The action has already been sent or removed.',
};

/** Handles commands from pages. `keep` keeps the worker alive for work that outlasts the reply. */
export function createCommands(deps: Deps, keep: Keep): Commands {
  const { outbox, sessions, sender, syncing, status, probe, connectivity, drafts, room } = deps;

  async function brandOfSession(): Promise<string> {
    const row = await sessions.read();
    if (row === null) throw new RefusedError('Log in first.');
    return row.session.brandId;
  }

  async function takenBack(actionId: string, outcome: 'undone' | 'discarded'): Promise<void> {
    const brandId = await brandOfSession();
    await announceTaken(await takeBack(outbox, { brandId, actionId }), outcome);
  }

  async function discard(actionId: string): Promise<void> {
    const found = await discardUnreadable(outbox, { brandId: await brandOfSession(), actionId });
    if (found === null) return takenBack(actionId, 'discarded');
    deps.onChange();
  }

  async function announceTaken(taken: Taken, outcome: 'undone' | 'discarded' | null): Promise<void> {
    if (taken.result !== 'done') throw new RefusedError(refusals[taken.result], { isTooLate: true });
    await deps.onTaken(taken.action, outcome);
  }

  /** True if any queued intent could be sent given a network. */
  async function isWaiting(): Promise<boolean> {
    const { actions } = await status.read();
    return actions.some(({ state }) => state !== 'attention');
  }

  /** Probes on each heartbeat, even while something is being sent: a later response shows that an earlier attempt hangs. */
  async function lookForNetwork(waits: boolean): Promise<void> {
    const isUnderWay = connectivity.isOnline() && sender.isBusy() && !connectivity.isHanging();
    if (isUnderWay || (await probe.run())) await sender.drain();
    else if (waits) await deps.wakeUp.askAgain();
  }

  return {
    async session({ session, replaced, lineage }) {
      if (session === null) await sessions.forget();
      else if (await sessions.offer(session, { replaced, lineage })) keep(deps.catchUp());
    },
    async pageState({ visible, reason }) {
      if (reason === 'offline') {
        keep(probe.run({ fresh: true }));
        return;
      }
      if (reason === 'start') deps.badge.touch();
      if (reason !== 'beat' && reason !== 'hidden') {
        keep(deps.catchUp());
        return;
      }
      if (reason === 'hidden') sender.endHolds();
      const waits = await isWaiting();
      if (!connectivity.isOnline() || waits) keep(lookForNetwork(waits));
      // Browsers don't report a network that no longer carries traffic, and users should know that the figures may be stale.
      else if (visible) keep(probe.run());
      if (visible && connectivity.isOnline()) keep(syncing.runIfDue().then(drafts.resume));
    },
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
      const kept = await deps.leaving.wipe(brandId);
      if (kept.length > 0) throw new RefusedError(`Still on this device: ${kept.join(', ')}.`);
    },
    async freeSpace() {
      const isReached = await probe.run();
      // Without a network, the copy couldn't be fetched again.
      await room.free({ withCopy: isReached });
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
    claim: deps.claim,
    skipWaiting: deps.skipWaiting,
    status: status.read,
  };
}
