import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/error.ts';
import {
  isBrandSession,
  isOtherOwnersSession,
  onSessionChange,
  readSession,
  sessionMessage,
  writeNewerSession,
} from '#api/session/session.ts';
import { onSyncStatus, readSyncStatus, sendForStatus, setSyncStatus } from '#api/sync-status.ts';
import { onWorkerMessage } from '#api/worker-link.ts';
import { setKeptDrafts } from '#app/device/kept-drafts.ts';
import { setReviewCounts } from '#app/device/review-counts.ts';
import { isSettled, noteSettled, noteTakenBack } from '#app/intents/settled-actions.ts';
import { endSessionUnlessPending } from '#app/session/end-session.ts';
import { canUndo } from '#contract/brand/intent.ts';
import type { ChangedKind, WorkerMessage } from '#contract/worker/worker-message.ts';
import { pairIdOf } from '#domain/accounts/session-pair.ts';
import { hideAllToasts, hideToast } from '#ui/toasts/toast.tsx';
import { reloadIfOtherBrand } from './reload-on-brand-change.ts';
import { setUpdate } from './update.ts';

type Expired = Extract<WorkerMessage, { type: 'session-expired' }>;

/** Sends the worker the stored session, unless it belongs to a different brand than this page's. */
function sendSession(): void {
  if (!isOtherOwnersSession()) void sendForStatus(sessionMessage());
}

/**
 * Leaves the page if the expired session is the stored one. Otherwise the stored one is newer, and is sent to the
 * worker.
 */
function leaveIfOver({ brandId, pairs }: Expired): void {
  const session = readSession();
  if (!isBrandSession(session) || session.brandId !== brandId) return;
  if (pairs?.includes(pairIdOf(session)) ?? true) void endSessionUnlessPending();
  else sendSession();
}

/**
 * Invalidates all queries of these kinds. TanStack Query doesn't cancel a query's first request, nor one without
 * observers, such as a prefetch. Its response counts as fresh, although it may predate the change. So these queries are
 * invalidated again after their response.
 */
export function invalidateKinds(queryClient: QueryClient, kinds: ReadonlySet<unknown>): void {
  const predicate = ({ queryKey }: Query) => kinds.has(queryKey[0]);
  const begun = queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
  const uncancelled = begun.filter((query) => query.state.data === undefined || !query.isActive());
  void queryClient.invalidateQueries({ predicate });
  for (const { promise, queryKey } of uncancelled) {
    const again = () => queryClient.invalidateQueries({ queryKey, exact: true });
    void promise?.then(again, () => undefined);
  }
}

/** Kinds of data that a queued intent changes. */
const changedByIntents: ReadonlySet<ChangedKind> = new Set(['offers', 'campaigns', 'analytics']);

function unsentIds(): ReadonlySet<string> {
  const actions = readSyncStatus()?.actions ?? [];
  return new Set(actions.filter(({ state }) => state !== 'attention').map(({ actionId }) => actionId));
}

/**
 * Refetches records whose intent vanished without a report. A worker that is stopped after settling an intent may never
 * broadcast it, and its next status no longer lists the intent.
 */
function readAfterStoppedWorker(queryClient: QueryClient): () => void {
  let unsent = unsentIds();
  return onSyncStatus(() => {
    const before = unsent;
    unsent = unsentIds();
    const isUnreported = [...before].some((actionId) => !unsent.has(actionId) && !isSettled(actionId));
    if (isUnreported) invalidateKinds(queryClient, changedByIntents);
  });
}

const isOfSilentStorage = ({ state }: Query) =>
  state.fetchStatus === 'idle' && state.error instanceof ApiError && state.error.code === 'storage_unavailable';

/** Refetches queries that failed because the device's storage was unresponsive, once it recovers. */
function readAfterSilentStorage(queryClient: QueryClient): () => void {
  return onSyncStatus(() => {
    if (readSyncStatus()?.storage === 'unavailable') return;
    void queryClient.refetchQueries({ type: 'active', predicate: isOfSilentStorage });
  });
}

type Settled = Extract<WorkerMessage, { type: 'action-settled' }>;

function settle({ actionId, outcome }: Settled): void {
  noteSettled(actionId, outcome);
  if (outcome === 'undone' || outcome === 'discarded') {
    noteTakenBack(actionId);
    // Lazy, since only a device with decisions needs this code.
    void import('#app/intents/local-decision.ts')
      .then(({ forgetDecided }) => forgetDecided({ actionId }))
      .catch(() => undefined);
  }
  hideToast(actionId);
}

function waitingIds(): ReadonlySet<string> {
  const actions = readSyncStatus()?.actions ?? [];
  return new Set(actions.filter(canUndo).map(({ actionId }) => actionId));
}

/**
 * Hides a toast with Undo once its decision is no longer pending, in this tab or another. The toast's id is the
 * decision's. If the worker is stopped before it reports the outcome, its next status reveals that.
 */
function hideSettledToasts(): () => void {
  let waiting = waitingIds();
  return onSyncStatus(() => {
    const before = waiting;
    waiting = waitingIds();
    for (const actionId of before) if (!waiting.has(actionId)) hideToast(actionId);
  });
}

function sessionOwner(): string | null {
  const session = readSession();
  if (session === null) return null;
  return 'brandId' in session ? session.brandId : session.adminUserId;
}

/** Hides all toasts when the session ends or changes to another brand. */
function hideToastsWithSession(): () => void {
  let owner = sessionOwner();
  return onSessionChange(() => {
    const before = owner;
    owner = sessionOwner();
    if (owner !== before) hideAllToasts();
  });
}

/** Function that navigates to a path of the app without a reload. */
type Open = (path: string) => void;

function onMessage(message: WorkerMessage, queryClient: QueryClient, open: Open): void {
  switch (message.type) {
    case 'sync-status':
      setSyncStatus(message.status);
      return;
    case 'data-changed':
      invalidateKinds(queryClient, new Set(message.kinds));
      return;
    case 'to-review':
      setReviewCounts(message);
      return;
    case 'session-refreshed':
      writeNewerSession(message);
      return;
    case 'session-request':
      sendSession();
      return;
    case 'session-expired':
      leaveIfOver(message);
      return;
    case 'brand-changed':
      reloadIfOtherBrand();
      return;
    case 'drafts':
      setKeptDrafts(message.drafts);
      return;
    case 'reload-needed':
      setUpdate('reload');
      return;
    case 'open':
      open(message.path);
      return;
    case 'action-settled':
      // The status message that follows has the details.
      settle(message);
      return;
  }
}

/**
 * Applies the worker's messages to the sync status, the session, the queries, and the toasts of settled actions.
 * Returns a function that stops listening.
 */
export function listenToWorker(queryClient: QueryClient, open: Open): () => void {
  const stops = [
    onWorkerMessage((message) => onMessage(message, queryClient, open)),
    readAfterStoppedWorker(queryClient),
    readAfterSilentStorage(queryClient),
    hideSettledToasts(),
    hideToastsWithSession(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
