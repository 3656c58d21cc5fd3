import type { Drafts } from '#sw/drafts/drafts.ts';
import type { Connectivity } from '#sw/network/connectivity.ts';
import type { Probe } from '#sw/network/probe.ts';
import type { Badge } from '#sw/notices/badge.ts';
import type { Sender } from '#sw/queue/sender.ts';
import type { WakeUp } from '#sw/queue/wake-up.ts';
import type { KeepAlive } from '#sw/runtime/runtime.ts';
import type { Status } from '#sw/sync/status.ts';
import type { Syncing } from '#sw/sync/syncing.ts';
import type { CatchUp } from './catch-up.ts';
import type { Commands } from './messages.ts';

export interface PageStateDeps {
  sender: Sender;
  syncing: Syncing;
  status: Status;
  probe: Probe;
  connectivity: Connectivity;
  wakeUp: WakeUp;
  drafts: Drafts;
  badge: Pick<Badge, 'touch'>;
  catchUp: CatchUp;
}

/** Handles a page's start, heartbeats and changes of visibility. */
export function createPageState(parts: PageStateDeps, keep: KeepAlive): Commands['pageState'] {
  const { sender, syncing, status, probe, connectivity, wakeUp, drafts, badge, catchUp } = parts;

  /** True if any queued intent could be sent given a network. */
  async function isWaiting(): Promise<boolean> {
    const { actions } = await status.read();
    return actions.some(({ state }) => state !== 'attention');
  }

  /** Probes on each heartbeat, even while something is being sent: a later response shows that an earlier attempt hangs. */
  async function lookForNetwork(waits: boolean): Promise<void> {
    const isUnderWay = connectivity.isOnline() && sender.isBusy() && !connectivity.isHanging();
    if (isUnderWay || (await probe.run())) await sender.drain();
    else if (waits) await wakeUp.askAgain();
  }

  return async ({ visible, reason }) => {
    if (reason === 'offline') {
      keep(probe.run({ fresh: true }));
      return;
    }
    if (reason === 'start') badge.touch();
    if (reason !== 'beat' && reason !== 'hidden') {
      keep(catchUp.run({ always: true }));
      return;
    }
    if (reason === 'hidden') sender.endHolds();
    const waits = await isWaiting();
    if (!connectivity.isOnline() || waits) keep(lookForNetwork(waits));
    // Browsers don't report a network that no longer carries traffic, and users should know that the figures may be stale.
    else if (visible) keep(probe.run());
    if (visible && connectivity.isOnline()) keep(syncing.runIfDue().then(drafts.resume));
  };
}
