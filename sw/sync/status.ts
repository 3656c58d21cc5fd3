import type { Intent } from '#contract/brand/intent.ts';
import { isQuiet } from '#contract/brand/intent.ts';
import { type SyncStatus, unreadable } from '#contract/worker/sync-status.ts';
import type { WorkerMessage } from '#contract/worker/worker-message.ts';
import { readSync } from '#sw/copy/sync-row.ts';
import type { ActionRow, UnreadableRow } from '#sw/database/action-row.ts';
import type { Queue } from '#sw/database/queue-rows.ts';
import type { SessionRow, SyncRow } from '#sw/database/schema.ts';
import { StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { Connectivity } from '#sw/network/connectivity.ts';
import type { Sessions } from '#sw/network/session.ts';
import type { HoldUp } from '#sw/queue/hold-up.ts';
import { readQueue } from '#sw/queue/outbox/actions.ts';
import { isHeld, isLeased } from '#sw/queue/outbox/sending.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Room } from '#sw/storage/room.ts';

export interface Status {
  /** The current status, with up to `listed` intents of each group. */
  read(listed?: number): Promise<SyncStatus>;
  /** Marks the status as possibly changed. It is broadcast soon, once for several calls. */
  touch(): void;
  /** Resolves once pending status changes have been broadcast. */
  drained(): Promise<void>;
  /** Clears all cached state, since the brand has logged out. */
  forget(): void;
}

interface Deps extends Pick<Runtime, 'copy' | 'outbox' | 'now' | 'broadcast'> {
  sessions: Sessions;
  diskSpace: Pick<Room, 'isFull'>;
  connectivity: Connectivity;
  /** Intents that the server has responded to since sending began; null while nothing is being sent. */
  answered(): ReadonlySet<string> | null;
  holdUp: HoldUp;
  refreshing(): boolean;
  /** Result of a brand's last sync, as far as this run of the worker knows. */
  lastSyncOf(brandId: string): SyncStatus['lastSync'] | 'kept-out';
  reportError(error: unknown): void;
}

/** Default number of intents listed per group: a long queue must not be sent to every page after each change. */
const listedByDefault = 10;

/** The parts of the status that are stored. */
interface Stored extends Queue {
  session: SessionRow | null;
  sync: SyncRow | null;
}
const nothing: Stored = { session: null, actions: [], unreadable: [], sync: null };

/** An intent isn't claimed exactly at the end of its hold. Counting it as held a little longer keeps the banner from flashing. */
const holdGraceMs = 3000;

const iso = (ms: number) => new Date(ms).toISOString();

/** Maintains the sync status, and broadcasts it when it changes. */
export function createStatus(deps: Deps): Status {
  const { copy, outbox, now, broadcast, sessions, connectivity, diskSpace } = deps;
  let lastBroadcast = '';
  let broadcasting: Promise<void> = Promise.resolve();
  let isTouched = false;
  let known = nothing;

  const knownSyncOf = (brandId: string) => (known.sync?.brandId === brandId ? known.sync : null);

  async function readStored(): Promise<Stored> {
    const session = await sessions.read();
    if (session === null) return nothing;
    const { brandId } = session.session;
    const [queue, sync] = await Promise.all([
      readQueue(outbox, brandId),
      readSync(copy, brandId).catch((error) =>
        error instanceof StorageUnavailableError ? knownSyncOf(brandId) : null,
      ),
    ]);
    return { session, ...queue, sync };
  }

  async function read(listed = listedByDefault): Promise<SyncStatus> {
    try {
      known = await readStored();
    } catch (error) {
      // Keep the last known state: intents in an unresponsive storage are still pending.
      if (!(error instanceof StorageUnavailableError)) throw error;
    }
    const { session, actions, sync } = known;
    const brandId = session?.session.brandId ?? '';
    const lastSync = deps.lastSyncOf(brandId) ?? storedOutcome(sync);
    return {
      online: connectivity.isOnline(),
      ...syncedOf(sync, lastSync, connectivity.isOnline()),
      complete: sync?.complete ?? false,
      // A brand waiting for access has nothing to refresh: the banner would flicker, and screen readers would announce it, every
      // 15 s.
      refreshing: deps.refreshing() && lastSync !== 'kept-out',
      sessionExpired: session?.expired ?? false,
      sessionOf: session?.session.brandId ?? null,
      sending: sendingOf(actions, deps.answered(), now()),
      holdUp: actions.some(({ state, kind }) => state === 'waiting' && !isQuiet(kind)) ? deps.holdUp.status() : null,
      storage: copy.isAvailable() && outbox.isAvailable() ? (diskSpace.isFull() ? 'full' : 'ok') : 'unavailable',
      ...listOf(known, { brandId, listed, now: now() }),
    };
  }

  async function broadcastStatus(): Promise<void> {
    isTouched = false;
    const status = await read();
    const text = JSON.stringify(status);
    if (text === lastBroadcast) return;
    lastBroadcast = text;
    const message: WorkerMessage = { type: 'sync-status', status };
    await broadcast(message);
  }

  return {
    read,
    touch() {
      if (isTouched) return;
      isTouched = true;
      // Broadcast sequentially, so the last broadcast is the latest.
      broadcasting = broadcasting.then(broadcastStatus).catch(deps.reportError);
    },
    drained: () => broadcasting,
    forget() {
      known = nothing;
    },
  };
}

type Group = Exclude<keyof NonNullable<SyncStatus['counts']>, 'held'>;

const groupOf = ({ state, kind }: ActionRow): Group =>
  state === 'attention' ? 'attention' : isQuiet(kind) ? 'quiet' : 'waiting';

/** The first intents of each group, and the counts of all. */
function listOf(
  { actions, unreadable: rows }: Pick<Stored, 'actions' | 'unreadable'>,
  { brandId, listed, now }: { brandId: string; listed: number; now: number },
): Required<Pick<SyncStatus, 'actions' | 'counts'>> {
  const counts = { attention: 0, waiting: 0, quiet: 0, held: 0 };
  const first = actions.filter((action) => {
    const group = groupOf(action);
    counts[group] += 1;
    if (group === 'waiting' && isHeld(action, now, holdGraceMs)) counts.held += 1;
    return counts[group] <= listed;
  });
  const left = Math.max(listed - counts.attention, 0);
  counts.attention += rows.length;
  return {
    counts,
    actions: [
      ...first.map((action) => queuedOf(action, now)),
      ...rows.slice(0, left).map((row) => unreadableOf(row, brandId)),
    ],
  };
}

/** A brand without access has neither synced nor failed to sync. Offline, its copy has an age like any other. */
function syncedOf(
  sync: SyncRow | null,
  lastSync: SyncStatus['lastSync'] | 'kept-out',
  isOnline: boolean,
): Pick<SyncStatus, 'syncedAt' | 'lastSync'> {
  const isKeptOut = lastSync === 'kept-out';
  const syncedAt = sync?.syncedAt && !(isKeptOut && isOnline) ? iso(sync.syncedAt) : null;
  return { syncedAt, lastSync: isKeptOut ? null : lastSync };
}

function storedOutcome(sync: SyncRow | null): SyncStatus['lastSync'] | 'kept-out' {
  if (sync?.keptOutAt) return 'kept-out';
  if (sync?.failedAt) return 'failed';
  return sync?.syncedAt ? 'done' : null;
}

/** Progress of sending, including intents made in the meantime; null if only quiet intents are being sent. */
function sendingOf(
  actions: readonly ActionRow[],
  answered: ReadonlySet<string> | null,
  now: number,
): SyncStatus['sending'] {
  if (answered === null) return null;
  const left = actions.filter(
    (action) =>
      action.state === 'waiting' && !isQuiet(action.kind) && !answered.has(action.actionId) && !isHeld(action, now),
  );
  const total = answered.size + left.length;
  return total === 0 ? null : { done: answered.size, total };
}

const unreadableAttention = {
  code: unreadable,
  message:
    'This version of Afield can’t read this action. It’s saved but won’t be sent. Update Afield to send it, or discard it and do it again.',
  // The outcome is unknown, but `refused` labels the button Discard, which the message mentions.
  certainty: 'refused' as const,
  now: null,
};

function unreadableOf({ queuedAt, actionId }: UnreadableRow, brandId: string): SyncStatus['actions'][number] {
  const row = { actionId, brandId, kind: unreadable, seen: null } as const;
  return { ...row, state: 'attention', queuedAt: iso(queuedAt), attempts: 0, attention: unreadableAttention };
}

function queuedOf(action: ActionRow, now: number): SyncStatus['actions'][number] {
  const { actionId, brandId, kind, payload, seen, state, attempts, mayHaveArrived, heldUntil, attention } = action;
  // Either this version doesn't know the intent's state, or the reason for its refusal can't be read.
  if (state === 'attention' && attention === null)
    return unreadableOf({ actionId, queuedAt: action.queuedAt }, brandId);
  return {
    actionId,
    brandId,
    ...({ kind, payload } as Intent),
    state: state === 'waiting' && isLeased(action, now) ? 'sending' : state,
    queuedAt: iso(action.queuedAt),
    attempts,
    ...(mayHaveArrived ? { mayHaveArrived } : {}),
    ...(heldUntil === undefined ? {} : { heldUntil: iso(heldUntil) }),
    seen,
    attention: attention && {
      code: attention.code,
      message: attention.message,
      certainty: attention.certainty,
      now: attention.now,
    },
  };
}
