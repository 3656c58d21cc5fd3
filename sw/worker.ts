import type { ChangedKind, WorkerReply } from '#contract/worker-message.ts';
import { writeCopy } from '#sw/copy/copy-write.ts';
import { putRecord, shownIn } from '#sw/copy/records/brand-records.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import { isQuotaError, StorageUnavailableError } from '#sw/database/storage-errors.ts';
import { createWriteGuard } from '#sw/database/write-guard.ts';
import { createDecisions } from '#sw/gateway/decisions.ts';
import { createGateway } from '#sw/gateway/gateway.ts';
import { createReader } from '#sw/gateway/reader.ts';
import { createAuthorised } from '#sw/network/authorised.ts';
import { createConnectivity } from '#sw/network/connectivity.ts';
import { createNetwork } from '#sw/network/network.ts';
import { createProbe } from '#sw/network/probe.ts';
import { createReads } from '#sw/network/reads.ts';
import { createSessions } from '#sw/network/session.ts';
import { createBadge } from '#sw/notices/badge.ts';
import { takePush } from '#sw/notices/push.ts';
import { createHoldUp } from '#sw/queue/hold-up.ts';
import { aboutOf, isMoot } from '#sw/queue/kinds.ts';
import type { Settled } from '#sw/queue/lanes.ts';
import { readActions } from '#sw/queue/outbox/actions.ts';
import { writeHeld } from '#sw/queue/outbox/held.ts';
import { createReceipts } from '#sw/queue/receipts.ts';
import { createSender } from '#sw/queue/sender.ts';
import { createWakeUp } from '#sw/queue/wake-up.ts';
import { createLifetime, type Lifetime } from '#sw/runtime/lifetime.ts';
import type { Keep, Runtime } from '#sw/runtime/runtime.ts';
import { createRoom } from '#sw/storage/room.ts';
import { createStatus } from '#sw/sync/status.ts';
import { createSyncing } from '#sw/sync/syncing.ts';
import { createCommands } from './commands.ts';
import { createLeaving } from './leaving.ts';
import { handleMessage } from './messages.ts';

/** Holds a browser's event open; to be called before its handler returns. */
type WaitUntil = (work: Promise<unknown>) => void;

export interface Worker {
  /** The answer to a page's request; null where the worker has no part in it. */
  fetch(request: Request, waitUntil: WaitUntil): Promise<Response> | null;
  message(data: unknown, reply: (reply: WorkerReply) => void, waitUntil: WaitUntil): Promise<void>;
  /** A push, as text. */
  push(data: string | null, waitUntil: WaitUntil): Promise<void>;
  /** Background Sync: the browser sees a network. @throws where something still waits, so that it asks again */
  sync(waitUntil: WaitUntil): Promise<void>;
}

/** Time that a sync waits for decisions under way, which change what there is to fetch. */
const sendingMs = 3000;

interface Options {
  /** Takes control of the pages that no worker controls. */
  claim(): Promise<void>;
  skipWaiting(): Promise<void>;
  reportError(error: unknown): void;
}

/** The worker's logic, put together. It starts nothing by itself: events do. */
export function createWorker(browser: Runtime, { claim, skipWaiting, reportError: report }: Options): Worker {
  const runtime: Runtime = {
    ...browser,
    tellPages(message) {
      badge.hear(message);
      return browser.tellPages(message);
    },
  };
  const { now, tellPages } = runtime;
  // The status tells of the storage's trouble; each call doesn't tell it once more.
  const reportError = (error: unknown) => {
    if (!(error instanceof StorageUnavailableError) && !isQuotaError(error)) report(error);
  };
  const room = createRoom({
    ...runtime,
    onChange: () => status.touch(),
    onStored: () => keepAll(writeHeld(outbox).catch(reportError)),
  });
  const { copy, outbox } = room;
  const guard = createWriteGuard();
  const connectivity = createConnectivity(runtime.monotonicNow);
  const network = createNetwork({ ...runtime, guard }, connectivity);
  const probe = createProbe(runtime, connectivity);
  const holdUp = createHoldUp(runtime);
  const wakeUp = createWakeUp(runtime);

  async function changed(kinds: ReadonlySet<ChangedKind>): Promise<void> {
    await tellPages({ type: 'data-changed', kinds: [...kinds] });
  }

  const sessions = createSessions(
    { ...runtime, outbox, network },
    {
      onOffered: (brandId) => leaving.finishBefore(brandId),
      // Another brand's data must not be seen. Its queue waits for it.
      async onNewBrand(brandId) {
        guard.admit(brandId);
        await leaving.wipeOthers(brandId).catch(reportError);
      },
      onSettled(brandId) {
        // Not one that it goes on for: what is on its way would be nobody's.
        if (brandId === null || !guard.isAdmitted(brandId)) guard.admit(brandId);
      },
      onChange: () => status.touch(),
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
    changed,
    reportError,
  };
  const badge = createBadge({ ...shared, keep: (work) => keepAll(work) });
  const reader = createReader(shared);
  const syncing = createSyncing({
    ...shared,
    ready: (brandId) => leaving.ready(brandId),
    onChange: () => status.touch(),
  });
  let sentSome = false;

  async function onSettled(action: ActionRow, settled: Settled): Promise<void> {
    const { actionId, brandId } = action;
    sentSome = true;
    const recordNow = settled.kind === 'refused' ? settled.attention.now : null;
    const { reading } = settled;
    if (settled.kind === 'sent') await receipts.copy(brandId, { actionId, reading });
    else if (recordNow !== null) {
      const write = { copy, guard, brandId, storedAt: now(), reading };
      await writeCopy(write, (writing) => putRecord(writing, recordNow)).catch(reportError);
    }
    const refused = settled.kind === 'refused' && isMoot(action, settled.attention) ? 'discarded' : 'attention';
    const outcome = settled.kind === 'sent' ? 'sent' : refused;
    // In this order: a page that has heard of the end has heard what to read again, whenever the worker is stopped.
    await changed(new Set(shownIn[aboutOf(action).type]));
    await tellPages({ type: 'action-settled', actionId, outcome });
  }

  const sender = createSender({ ...shared, onSettled, onProgress: () => status.touch(), onStay: wakeUp.askAgain });
  const status = createStatus({
    ...shared,
    answered: sender.answered,
    refreshing: syncing.isRunning,
    lastSyncOf: syncing.lastOf,
  });

  const leaving = createLeaving({ ...shared, status });

  async function sendAndSync({ always }: { always: boolean }): Promise<void> {
    const over = new AbortController();
    const sending = sender.drain().finally(() => over.abort());
    await Promise.race([sending, runtime.wait(sendingMs, over.signal)]);
    // A decision that hangs, maybe of the brand before, must not keep what is new from coming.
    const isHeldUp = always && !over.signal.aborted;
    if (isHeldUp) await syncing.run();
    await sending;
    // Brings the server's offers after the decisions, and whatever has happened meanwhile.
    if ((always && !isHeldUp) || sentSome) {
      sentSome = false;
      await syncing.run();
    }
  }

  const decisions = createDecisions({
    ...shared,
    reader,
    sender: { ...sender, drain: () => sendAndSync({ always: false }) },
    onQueued: () => status.touch(),
    onKept: (intent) => changed(new Set(shownIn[aboutOf(intent).type])),
  });
  const gateway = createGateway({
    ...shared,
    reader,
    decisions,
    onWritten: () => syncing.run(),
    onLogin: () => sendAndSync({ always: true }),
  });

  const lifetimes = new Set<Lifetime>();
  /** Holds whichever events are open. */
  const keepAll: Keep = (work) => {
    for (const { keep } of lifetimes) keep(work);
  };
  connectivity.onChange((isOnline) => {
    status.touch();
    // The first answer after a failure, under whichever event it came.
    if (isOnline) keepAll(sendAndSync({ always: true }).catch(reportError));
  });
  for (const connection of [copy, outbox]) {
    connection.onAvailable((isAvailable) => {
      status.touch();
      if (!isAvailable) return;
      keepAll(
        leaving
          .finish()
          .then(() => sendAndSync({ always: true }))
          .catch(reportError),
      );
    });
  }

  /** Runs an event's work, and holds the event until all that it began is done and told. */
  function under<T>(waitUntil: WaitUntil, work: (keep: Keep) => Promise<T>): Promise<T> {
    const lifetime = createLifetime();
    lifetimes.add(lifetime);
    const working = work(lifetime.keep);
    lifetime.keep(working);
    const finish = async () => {
      do {
        await lifetime.done();
        await status.told();
      } while (lifetime.isBusy());
      lifetimes.delete(lifetime);
    };
    waitUntil(finish());
    return working;
  }

  return {
    fetch(request, waitUntil) {
      const handler = gateway.handlerOf(request);
      return handler && under(waitUntil, handler);
    },
    message: (data, reply, waitUntil) =>
      under(waitUntil, (keep) => {
        const catchUp = () => sendAndSync({ always: true });
        const commands = createCommands(
          { ...shared, sender, syncing, status, leaving, claim, skipWaiting, catchUp },
          keep,
        );
        return handleMessage(data, reply, commands, reportError);
      }),
    push: (data, waitUntil) => under(waitUntil, () => takePush(data, { ...shared, syncing })),
    async sync(waitUntil) {
      wakeUp.woken();
      await under(waitUntil, () => sendAndSync({ always: false }));
      const row = await sessions.read();
      const waiting = row === null || row.expired ? [] : await readActions(outbox, row.session.brandId);
      if (waiting.some(({ state }) => state === 'waiting')) throw new Error('Decisions still wait');
    },
  };
}
