import { isBrandSession, isOfAnother, onSessionChange, readSession } from '../../api/session.ts';
import { onSyncStatus, readSyncStatus, tellForStatus } from '../../api/sync-status.ts';
import type { PageMessage } from '../../contract/worker-message.ts';
import { createBeat } from './beat.ts';

type Reason = Extract<PageMessage, { type: 'page-state' }>['reason'];

/** A worker that doesn't reply to a beat was stopped with it: the next one starts it. */
const beatReplyMs = 1000;

const isVisible = () => document.visibilityState === 'visible';

/** Answers whether the worker has done it. */
async function tell(message: PageMessage, replyMs?: number): Promise<boolean> {
  return (await tellForStatus(message, replyMs))?.ok === true;
}

const tellState = (reason: Reason, replyMs?: number) =>
  tell({ type: 'page-state', visible: isVisible(), reason }, replyMs);

/** Tells the worker the session, and when this page is looked at; a worker that is asked often stays alive to send. */
export function keepWorkerInformed(): void {
  /** A worker that was stopped meanwhile, or had no room for it, does not know the session. */
  let isSessionTold = false;

  async function tellSession(replyMs?: number): Promise<void> {
    // It leaves: who has come tells by itself.
    if (isOfAnother()) return;
    const session = readSession();
    isSessionTold = await tell({ type: 'session', session: isBrandSession(session) ? session : null }, replyMs);
    update();
  }

  async function introduce(): Promise<void> {
    await tellSession();
    await tellState('start');
  }

  const beat = createBeat({
    now: Date.now,
    setTimer(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    async tell() {
      await Promise.all([isSessionTold ? null : tellSession(beatReplyMs), tellState('beat', beatReplyMs)]);
    },
  });
  const update = () => beat.update({ status: readSyncStatus(), visible: isVisible(), isSessionTold });

  let storage = readSyncStatus()?.storage;
  onSyncStatus(() => {
    update();
    const before = storage;
    storage = readSyncStatus()?.storage;
    // A worker whose storage hung could not keep the session it was told.
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
