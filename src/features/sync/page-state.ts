import { isBrandSession, isOfAnother, onSessionChange, readSession } from '../../api/session.ts';
import { onSyncStatus, readSyncStatus, setSyncStatus } from '../../api/sync-status.ts';
import { tellWorker } from '../../api/worker-link.ts';
import type { PageMessage } from '../../contract/worker-message.ts';
import { createBeat } from './beat.ts';

type Reason = Extract<PageMessage, { type: 'page-state' }>['reason'];

/** A worker that doesn't reply to a beat was stopped with it: the next one starts it. */
const beatReplyMs = 1000;

const isVisible = () => document.visibilityState === 'visible';

async function tell(message: PageMessage, replyMs?: number): Promise<void> {
  const reply = await tellWorker(message, replyMs);
  if (reply?.ok && reply.status) setSyncStatus(reply.status);
}

const tellSession = async () => {
  // It leaves: who has come tells by itself.
  if (isOfAnother()) return;
  const session = readSession();
  await tell({ type: 'session', session: isBrandSession(session) ? session : null });
};
const tellState = (reason: Reason, replyMs?: number) =>
  tell({ type: 'page-state', visible: isVisible(), reason }, replyMs);

async function introduce(): Promise<void> {
  await tellSession();
  await tellState('start');
}

/** Tells the worker the session, and when this page is looked at; a worker that is asked often stays alive to send. */
export function keepWorkerInformed(): void {
  const beat = createBeat({
    now: Date.now,
    setTimer(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    tell: () => tellState('beat', beatReplyMs),
  });
  const update = () => beat.update({ status: readSyncStatus(), visible: isVisible() });

  let storage = readSyncStatus()?.storage;
  onSyncStatus(() => {
    update();
    const before = storage;
    storage = readSyncStatus()?.storage;
    // What was told it while its storage hung it could not keep.
    if (before === 'unavailable' && storage === 'ok') void introduce();
  });
  onSessionChange(() => void tellSession());
  window.addEventListener('online', () => {
    beat.hurry();
    void tellState('online');
  });
  window.addEventListener('offline', () => void tellState('offline'));
  // Brought back from the browser's memory, with no event of its own.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void introduce();
  });
  document.addEventListener('visibilitychange', () => {
    void tellState(isVisible() ? 'visible' : 'hidden');
    beat.hurry();
    update();
  });
  // Also after the first installation, and after an update has taken over.
  navigator.serviceWorker.addEventListener('controllerchange', () => void introduce());
  void navigator.serviceWorker.ready.then(introduce);
  update();
}
