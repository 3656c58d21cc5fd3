import { type Intent, isQuiet } from '#contract/brand/intent.ts';
import type { ChangedKind, WorkerMessage, WorkerReply } from '#contract/worker/worker-message.ts';
import { pairIdOf } from '#domain/accounts/session-pair.ts';
import { aboutOf } from '#domain/intents/intent-rules.ts';
import { writeCopy } from '#sw/copy/copy-write.ts';
import { putRecord, shownIn } from '#sw/copy/records/brand-records.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import type { SessionRow } from '#sw/database/schema.ts';
import { isQuotaError, StorageUnavailableError } from '#sw/database/storage-errors.ts';
import { createWriteGuard } from '#sw/database/write-guard.ts';
import { createChunks } from '#sw/drafts/chunks.ts';
import { createDrafts } from '#sw/drafts/drafts.ts';
import { createGateway } from '#sw/gateway/gateway.ts';
import { createIntents } from '#sw/gateway/intents.ts';
import { createReader } from '#sw/gateway/reader.ts';
import { createConnectivity } from '#sw/network/connectivity.ts';
import { createNetwork } from '#sw/network/network.ts';
import { createProbe } from '#sw/network/probe.ts';
import { createReads } from '#sw/network/reads.ts';
import { createAuthorised, createSessions } from '#sw/network/session.ts';
import { createBadge } from '#sw/notices/badge.ts';
import { takePush } from '#sw/notices/push.ts';
import type { Settled } from '#sw/queue/conclude.ts';
import { createHoldUp } from '#sw/queue/hold-up.ts';
import { readActions } from '#sw/queue/outbox/actions.ts';
import { writeHeld } from '#sw/queue/outbox/held.ts';
import { createReceipts } from '#sw/queue/receipts.ts';
import { createSender } from '#sw/queue/sender.ts';
import { createWakeUp } from '#sw/queue/wake-up.ts';
import { createHeldEvents, type WaitUntil } from '#sw/runtime/held-events.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { createRoom } from '#sw/storage/room.ts';
import { createStatus } from '#sw/sync/status.ts';
import { createSyncing } from '#sw/sync/syncing.ts';
import { createCommands } from './commands.ts';
import { createLeaving } from './leaving.ts';
import { handleMessage } from './messages.ts';

export interface Worker {
  /** The response to a page's request; null if the worker doesn't handle it. */
  fetch(request: Request, waitUntil: WaitUntil): Promise<Response> | null;
  message(data: unknown, reply: (reply: WorkerReply) => void, waitUntil: WaitUntil): Promise<void>;
  /** A push message as text. */
  push(data: string | null, waitUntil: WaitUntil): Promise<void>;
  /** Background Sync: the browser has detected a network. @throws if intents are still queued, so the browser retries */
  sync(waitUntil: WaitUntil): Promise<void>;
  /** Periodic Background Sync: syncs, and downloads drafts. */
  periodicSync(waitUntil: WaitUntil): Promise<void>;
}

/** Time that a sync waits for intents in flight, since they change the data to fetch. */
const sendingMs = 3000;

interface Options {
  /** Takes control of uncontrolled pages. */
  claim(): Promise<void>;
  skipWaiting(): Promise<void>;
  reportError(error: unknown): void;
}

/** Events between the worker's modules, named after their sources. Modules don't depend on each other directly. */
interface WorkerEvents {
  /** A message was broadcast to the pages. */
  broadcast(message: WorkerMessage): void;
  /** An input of the sync status has changed. */
  changed(): void;
  /** The copy's data of these kinds has changed. */
  copyChanged(kinds: Iterable<ChangedKind>): Promise<void>;
  /** A write succeeded, so one that failed for lack of space may succeed now. */
  stored(): void;
  /** A login arrived and has not been processed yet. */
  sessionOffered(brandId: string): Promise<void>;
  /** The login is for a different brand from the last one. */
  brandChanged(brandId: string): Promise<void>;
  /** The session's brand is known; null if there is no session. */
  sessionSettled(brandId: string | null): void;
  loggedIn(): Promise<unknown>;
  /** The session has newer tokens than the pages may have. */
  sessionRenewed(row: SessionRow): Promise<unknown>;
  /** Asks pages for their session. @returns the number of pages */
  sessionRequested(): Promise<number>;
  sessionExpired(row: SessionRow): Promise<unknown>;
  /** The pages' session is no longer the latest. */
  sessionReplaced(): Promise<unknown>;
  /** A brand's data was cleared from the device. */
  brandLeft(): void;
  /** An intent stays in the queue for now, so its record has a new optimistic update. */
  intentKept(intent: Intent): Promise<void>;
  /** An intent was settled: sent, refused, or moot. */
  actionSettled(action: ActionRow, settled: Settled): Promise<void>;
  /** The user has undone, discarded or retried (null) an intent. */
  actionTaken(action: ActionRow, outcome: 'undone' | 'discarded' | null): Promise<void>;
  /** A run ended and left intents in the queue. */
  actionsStay(): Promise<void>;
  /** The copy is up to date, and may list new drafts to download. */
  synced(): void;
  /** A page has written to the server without the queue. */
  written(): Promise<unknown>;
  /** The server became reachable or unreachable. */
  reached(isOnline: boolean): void;
  /** A database became available or unavailable. */
  storage(isAvailable: boolean): void;
}

/** Assembles the worker's logic. It is idle until an event arrives. */
export function createWorker(browser: Runtime, { claim, skipWaiting, reportError: report }: Options): Worker {
  /** Event handlers; each one lists all effects of its event. */
  const on: WorkerEvents = {
    broadcast: (message) => badge.onBroadcast(message),
    changed: () => status.touch(),
    stored: () => events.keep(Promise.all([writeHeld(outbox), sessions.storeHeld()]).catch(reportError)),
    sessionOffered: (brandId) => leaving.finishBefore(brandId),
    async brandChanged(brandId) {
      // Another brand's data must not be visible; its queue stays until it logs in again.
      guard.admit(brandId);
      drafts.stop();
      await leaving.wipeOthers(brandId).catch(reportError);
    },
    sessionSettled(brandId) {
      // Don't admit a brand twice: that would discard the responses to its open requests.
      if (brandId === null || !guard.isAdmitted(brandId)) guard.admit(brandId);
    },
    loggedIn: () => sendAndSync({ always: true }),
    sessionRenewed: ({ session, earlier, lineage }) =>
      broadcast({ type: 'session-refreshed', session, replaced: earlier, lineage }),
    sessionRequested: () => broadcast({ type: 'session-request' }),
    sessionExpired: ({ session, lineage = [] }) =>
      broadcast({ type: 'session-expired', brandId: session.brandId, pairs: [pairIdOf(session), ...lineage] }),
    sessionReplaced: () => broadcast({ type: 'brand-changed' }),
    brandLeft() {
      drafts.stop();
      status.forget();
      status.touch();
    },
    async copyChanged(kinds) {
      await broadcast({ type: 'data-changed', kinds: [...kinds] });
    },
    intentKept: (intent) => recordChanged(intent),
    async actionSettled(action, settled) {
      sentSome = true;
      await copySettled(action, settled);
      // The order matters: a page must know which queries to refetch before it learns that an action has settled, even if the
      // worker is stopped in between.
      await recordChanged(action);
      await broadcast({ type: 'action-settled', actionId: action.actionId, outcome: outcomeOf(action, settled) });
    },
    async actionTaken(action, outcome) {
      status.touch();
      await recordChanged(action);
      if (outcome !== null) await broadcast({ type: 'action-settled', actionId: action.actionId, outcome });
    },
    actionsStay: () => wakeUp.askAgain(),
    written: () => syncing.run(),
    synced: () => events.keep(drafts.run({ isBackground })),
    reached(isOnline) {
      status.touch();
      // The first response after a failure, whichever event it belongs to.
      if (isOnline) events.keep(sendAndSync({ always: true }).catch(reportError));
    },
    storage(isAvailable) {
      status.touch();
      const catchUp = () => leaving.finish().then(() => sendAndSync({ always: true }));
      if (isAvailable) events.keep(catchUp().catch(reportError));
    },
  };

  const runtime: Runtime = {
    ...browser,
    broadcast(message) {
      on.broadcast(message);
      return browser.broadcast(message);
    },
  };
  const { now, broadcast } = runtime;
  // The status already reports storage problems, so individual calls don't.
  const reportError = (error: unknown) => {
    if (!(error instanceof StorageUnavailableError) && !isQuotaError(error)) report(error);
  };
  const events = createHeldEvents(() => status.drained());
  const { keep } = events;
  const chunks = createChunks(runtime.drafts);
  const room = createRoom({
    ...runtime,
    shrinkDrafts: chunks.shrink,
    onChange: on.changed,
    onStored: on.stored,
  });
  const { copy, outbox } = room;
  const guard = createWriteGuard();
  const connectivity = createConnectivity(runtime.monotonicNow);
  const network = createNetwork({ ...runtime, guard }, connectivity);
  const probe = createProbe(runtime, connectivity);
  const holdUp = createHoldUp(runtime);
  const wakeUp = createWakeUp(runtime);
  const sessions = createSessions(
    { ...runtime, outbox, network },
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
  const authorised = createAuthorised(network, sessions);
  const reads = createReads({ ...runtime, authorised, probe });
  const receipts = createReceipts({ ...runtime, copy, outbox, guard });
  const shared = {
    ...runtime,
    copy,
    outbox,
    room,
    guard,
    sessions,
    authorised,
    reads,
    receipts,
    connectivity,
    probe,
    holdUp,
    wakeUp,
    network,
    chunks,
    changed: on.copyChanged,
    reportError,
  };
  const badge = createBadge({ ...shared, keep });
  const reader = createReader(shared);
  const syncing = createSyncing({
    ...shared,
    ready: (brandId) => leaving.ready(brandId),
    takeCopy: (brandId) => leaving.wipeOthers(brandId),
    onDone: on.synced,
    onChange: on.changed,
  });
  const sender = createSender({
    ...shared,
    onSettled: on.actionSettled,
    onProgress: on.changed,
    onStay: on.actionsStay,
  });
  const status = createStatus({
    ...shared,
    answered: sender.answered,
    refreshing: syncing.isRunning,
    lastSyncOf: syncing.lastOf,
  });
  const leaving = createLeaving({
    ...shared,
    wipeMedia: async () => {
      await Promise.all([runtime.wipeMedia(), chunks.wipe()]);
    },
    onLeft: on.brandLeft,
  });
  const drafts = createDrafts({ ...shared, onKept: (kept) => broadcast({ type: 'drafts', drafts: kept }) });
  const intents = createIntents({
    ...shared,
    reader,
    sender: { ...sender, drain: () => sendAndSync({ always: false }) },
    onQueued: on.changed,
    onKept: on.intentKept,
  });
  const gateway = createGateway({ ...shared, reader, intents, onWritten: on.written, onLogin: on.loggedIn });
  connectivity.onChange(on.reached);
  for (const connection of [copy, outbox]) connection.onAvailable(on.storage);

  /** Notifies pages that an intent's record has changed. */
  const recordChanged = (intent: Intent) => on.copyChanged(shownIn[aboutOf(intent).type]);

  /** Copies the response to an intent; for a refusal, the record that the server returned. */
  async function copySettled({ actionId, brandId }: ActionRow, settled: Settled): Promise<void> {
    const { reading } = settled;
    if (settled.kind === 'sent') return receipts.copy(brandId, { actionId, reading });
    const recordNow = settled.kind === 'refused' ? settled.attention.now : null;
    if (recordNow === null) return;
    const write = { copy, guard, brandId, storedAt: now(), reading };
    await writeCopy(write, (writing) => putRecord(writing, recordNow)).catch(reportError);
  }

  /** No page's heartbeat follows these events, so their downloads get more time. */
  async function inBackground(waitUntil: WaitUntil, work: () => Promise<void>): Promise<void> {
    isBackground = true;
    await events.run(waitUntil, work).finally(() => {
      isBackground = false;
    });
  }

  let isBackground = false;
  let sentSome = false;
  async function sendAndSync({ always }: { always: boolean }): Promise<void> {
    const over = new AbortController();
    const sending = sender.drain().finally(() => over.abort());
    await Promise.race([sending, runtime.wait(sendingMs, over.signal)]);
    // A hanging intent, possibly the previous brand's, must not block the sync.
    const isHeldUp = always && !over.signal.aborted;
    if (isHeldUp) await syncing.run();
    await sending;
    // Sync again to fetch changes made by the intents or in the meantime.
    if ((always && !isHeldUp) || sentSome) {
      sentSome = false;
      await syncing.run();
    }
  }

  return {
    fetch(request, waitUntil) {
      const handler = gateway.handlerOf(request);
      return handler && events.run(waitUntil, handler);
    },
    message: (data, reply, waitUntil) =>
      events.run(waitUntil, (keepThis) => {
        const catchUp = () => sendAndSync({ always: true });
        const callbacks = { onTaken: on.actionTaken, onChange: on.changed };
        const parts = {
          ...shared,
          ...callbacks,
          badge,
          sender,
          syncing,
          status,
          leaving,
          drafts,
          claim,
          skipWaiting,
          catchUp,
        };
        return handleMessage(data, reply, createCommands(parts, keepThis), reportError);
      }),
    push: (data, waitUntil) => inBackground(waitUntil, () => takePush(data, { ...shared, syncing })),
    periodicSync: (waitUntil) => inBackground(waitUntil, () => sendAndSync({ always: true })),
    async sync(waitUntil) {
      wakeUp.woken();
      await events.run(waitUntil, () => sendAndSync({ always: false }));
      const row = await sessions.read();
      const waiting = row === null || row.expired ? [] : await readActions(outbox, row.session.brandId);
      if (waiting.some(({ state }) => state === 'waiting')) throw new Error('Intents still wait');
    },
  };
}

/** An intent's outcome, for pages. A refused quiet intent is dropped, since it wasn't made by the user. */
function outcomeOf(action: ActionRow, settled: Settled): 'sent' | 'attention' | 'discarded' {
  if (settled.kind === 'sent') return 'sent';
  return isQuiet(action.kind) ? 'discarded' : 'attention';
}
