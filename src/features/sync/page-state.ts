import { isBrandSession, isOfAnother, onSessionChange, readSession } from '../../api/session.ts';
import { onSyncStatus, readSyncStatus, setSyncStatus } from '../../api/sync-status.ts';
import { tellWorker } from '../../api/worker-link.ts';
import type { PageMessage } from '../../contract/worker-message.ts';

type Reason = Extract<PageMessage, { type: 'page-state' }>['reason'];

/** How often a page beats: quick while something waits for the network, slow for what may have changed meanwhile. */
const beatMs = { urgent: 2000, calm: 20_000, hidden: 30_000 };

const isVisible = () => document.visibilityState === 'visible';

/** Decisions that the worker would send if it could, or no network, or storage, to tell what has changed. */
function isUrgent(): boolean {
  const status = readSyncStatus();
  if (status?.storage === 'unavailable') return true;
  return status !== null && (!status.online || status.actions.some(({ state }) => state !== 'attention'));
}

async function tell(message: PageMessage): Promise<void> {
  const reply = await tellWorker(message);
  if (reply?.ok && reply.status) setSyncStatus(reply.status);
}

const tellSession = async () => {
  // It leaves: who has come tells by itself.
  if (isOfAnother()) return;
  const session = readSession();
  await tell({ type: 'session', session: isBrandSession(session) ? session : null });
};
const tellState = (reason: Reason) => tell({ type: 'page-state', visible: isVisible(), reason });

async function introduce(): Promise<void> {
  await tellSession();
  await tellState('start');
}

/** Tells the worker the session, and when this page is looked at; a worker that is asked often stays alive to send. */
export function keepWorkerInformed(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = 0;
  const schedule = () => {
    const next = isVisible() ? (isUrgent() ? beatMs.urgent : beatMs.calm) : isUrgent() ? beatMs.hidden : null;
    if (next === waitMs && timer !== undefined) return;
    clearTimeout(timer);
    timer = undefined;
    waitMs = next ?? 0;
    if (next === null) return;
    timer = setTimeout(() => {
      timer = undefined;
      void tellState('beat').finally(schedule);
    }, next);
  };

  let storage = readSyncStatus()?.storage;
  onSyncStatus(() => {
    schedule();
    const before = storage;
    storage = readSyncStatus()?.storage;
    // What was told it while its storage hung it could not keep.
    if (before === 'unavailable' && storage === 'ok') void introduce();
  });
  onSessionChange(() => void tellSession());
  window.addEventListener('online', () => void tellState('online'));
  window.addEventListener('offline', () => void tellState('offline'));
  // Brought back from the browser's memory, with no event of its own.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void introduce();
  });
  document.addEventListener('visibilitychange', () => {
    void tellState(isVisible() ? 'visible' : 'hidden');
    schedule();
  });
  // Also after the first installation, and after an update has taken over.
  navigator.serviceWorker.addEventListener('controllerchange', () => void introduce());
  void navigator.serviceWorker.ready.then(introduce);
  schedule();
}
