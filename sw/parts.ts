import { createWriteGuard, type WriteGuard } from '#sw/database/write-guard.ts';
import { createChunks } from '#sw/drafts/chunks.ts';
import { createDrafts } from '#sw/drafts/drafts.ts';
import { createGateway } from '#sw/gateway/gateway.ts';
import { createIntents } from '#sw/gateway/intents.ts';
import { createReader } from '#sw/gateway/reader.ts';
import { createConnectivity } from '#sw/network/connectivity.ts';
import { createNetwork } from '#sw/network/network.ts';
import { createProbe } from '#sw/network/probe.ts';
import { createReads } from '#sw/network/reads.ts';
import { createAuthorizedClient, createSessions } from '#sw/network/session.ts';
import { createBadge } from '#sw/notices/badge.ts';
import { createHoldUp } from '#sw/queue/hold-up.ts';
import { createReceipts } from '#sw/queue/receipts.ts';
import { createSender } from '#sw/queue/sender.ts';
import { createWakeUp } from '#sw/queue/wake-up.ts';
import { createHeldEvents } from '#sw/runtime/held-events.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { createRoom } from '#sw/storage/room.ts';
import { createStatus } from '#sw/sync/status.ts';
import { createSyncing } from '#sw/sync/syncing.ts';
import { createCatchUp } from './catch-up.ts';
import { createLogoutCleanup } from './logout-cleanup.ts';
import type { DataEvents, SessionEvents, WorkerEvents } from './worker-events.ts';

/** All parts of the worker that have state, and the runtime that they use. */
export type Parts = ReturnType<typeof createParts>;

/** Creates the worker's parts, from the storage up to the gateway. They are idle until an event arrives. */
export function createParts(browser: Runtime, on: WorkerEvents, reportError: (error: unknown) => void) {
  const { chunks, diskSpace } = createStorage(browser, on);
  const { copy, outbox } = diskSpace;
  const guard = createWriteGuard();
  const runtime = {
    ...browser,
    copy,
    outbox,
    broadcast(message) {
      on.broadcast(message);
      return browser.broadcast(message);
    },
  } satisfies Runtime;
  const connection = createConnection(runtime, guard, on);
  const { connectivity, network, probe, sessions, authorised, reads } = connection;
  const basis = { ...runtime, changed: on.copyChanged, reportError };
  const holdUp = createHoldUp(runtime);
  const wakeUp = createWakeUp(runtime);
  const receipts = createReceipts({ ...runtime, guard });
  const sender = createSender({
    ...{ ...basis, sessions, authorised, connectivity, probe, holdUp },
    onSettled: on.actionSettled,
    onProgress: on.changed,
    onStay: on.actionsStay,
  });
  const events = createHeldEvents(() => status.drained());
  const badge = createBadge({ ...basis, sessions, receipts, keep: events.keep });
  const leaving = createLogoutCleanup({
    ...{ ...basis, sessions, guard },
    wipeMedia: async () => {
      await Promise.all([runtime.wipeMedia(), chunks.wipe()]);
    },
    onLeft: on.brandLeft,
  });
  const syncing = createSyncing({
    ...{ ...basis, diskSpace, guard, sessions, reads, receipts },
    ready: leaving.ready,
    takeCopy: leaving.wipeOthers,
    onDone: on.synced,
    onChange: on.changed,
  });
  const status = createStatus({
    ...{ ...basis, sessions, diskSpace, connectivity, holdUp },
    answered: sender.answered,
    refreshing: syncing.isRunning,
    lastSyncOf: syncing.lastOf,
  });
  const drafts = createDrafts({
    ...{ ...basis, chunks, guard, sessions, receipts, connectivity },
    onKept: (kept) => runtime.broadcast({ type: 'drafts', drafts: kept }),
  });
  const catchUp = createCatchUp({ ...runtime, sender, syncing });
  const reader = createReader({ ...basis, guard, connectivity, reads, receipts });
  const intents = createIntents({
    ...{ ...basis, reader, diskSpace, connectivity, wakeUp },
    sender: { ...sender, drain: () => catchUp.run({ always: false }) },
    onQueued: on.changed,
    onKept: on.intentKept,
  });
  const gateway = createGateway({
    ...{ ...basis, network, authorised, sessions, reader, intents, receipts, guard },
    onWritten: on.written,
    onLogin: on.loggedIn,
  });
  return {
    ...{ ...basis, ...connection, guard, diskSpace, holdUp, wakeUp, receipts, sender, events, badge },
    ...{ leaving, syncing, status, drafts, catchUp, gateway },
  };
}

/** Downloaded drafts, and the connections to the databases, which free space on a full disk. */
function createStorage(browser: Runtime, on: DataEvents) {
  const chunks = createChunks(browser.drafts);
  const diskSpace = createRoom({ ...browser, shrinkDrafts: chunks.shrink, onChange: on.changed, onStored: on.stored });
  return { chunks, diskSpace };
}

/** The connection to the server, and the session that requests are sent with. */
function createConnection(runtime: Runtime, guard: WriteGuard, on: SessionEvents & DataEvents) {
  const connectivity = createConnectivity(runtime.monotonicNow);
  const network = createNetwork({ ...runtime, guard }, connectivity);
  const probe = createProbe(runtime, connectivity);
  const sessions = createSessions(
    { ...runtime, network },
    {
      onOffered: on.sessionOffered,
      onNewBrand: on.brandChanged,
      onSettled: on.sessionSettled,
      onChange: on.changed,
      onRenewed: on.sessionRenewed,
      onRequest: on.sessionRequested,
      onExpired: on.sessionExpired,
      onReplaced: on.sessionReplaced,
    },
  );
  const authorised = createAuthorizedClient(network, sessions);
  const reads = createReads({ ...runtime, authorised, probe });
  return { connectivity, network, probe, sessions, authorised, reads };
}
