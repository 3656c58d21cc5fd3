import { isBrandSession, isOfAnother, onSessionChange, readSession, sessionMessage } from '#api/session/session.ts';
import { onSyncStatus, readSyncStatus, sendForStatus } from '#api/sync-status.ts';
import type { PageMessage } from '#contract/worker/worker-message.ts';
import { createBeat } from './beat.ts';

type Reason = Extract<PageMessage, { type: 'page-state' }>['reason'];

/** A worker that doesn't reply to a beat was stopped with it: the next one starts it. */
const beatReplyMs = 1000;

/**
 * Has the worker take control of a page that it doesn't control: a forced reload goes past it, and Chromium's own `claim` leaves
 * out a page that is just being loaded while the worker becomes active. Such a page would lose decisions without a network.
 */
async function joinWorker(): Promise<void> {
  if (navigator.serviceWorker.controller === null) await sendForStatus({ type: 'claim' }, beatReplyMs);
}

const isVisible = () => document.visibilityState === 'visible';

const sendState = (reason: Reason, replyMs?: number) =>
  sendForStatus({ type: 'page-state', visible: isVisible(), reason }, replyMs);

/**
 * False where the worker says that it has no session of this page's brand: a logout that came to its end late, or the browser,
 * has taken it. An older worker doesn't say.
 */
function isSessionKept(): boolean {
  const [session, sessionOf] = [readSession(), readSyncStatus()?.sessionOf];
  return sessionOf === undefined || !isBrandSession(session) || isOfAnother() || sessionOf === session.brandId;
}

/** Sends the worker the session and this page's visibility; regular messages keep the worker alive while it sends. */
export function keepWorkerInformed(): void {
  /** False if the worker has been stopped since, or had no room to store the session. */
  let isSessionSent = false;

  async function sendSession(replyMs?: number): Promise<void> {
    // This page is about to leave; the new brand's page sends its own session.
    if (isOfAnother()) return;
    isSessionSent = (await sendForStatus(sessionMessage(), replyMs))?.ok === true;
    update();
  }

  async function introduce(): Promise<void> {
    await joinWorker();
    await sendSession();
    await sendState('start');
  }

  const beat = createBeat({
    now: Date.now,
    setTimer(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    async send() {
      await Promise.all([joinWorker(), isKnown() ? null : sendSession(beatReplyMs), sendState('beat', beatReplyMs)]);
    },
  });
  const isKnown = () => isSessionSent && isSessionKept();
  const update = () => beat.update({ status: readSyncStatus(), visible: isVisible(), isSessionKnown: isKnown() });

  let storage = readSyncStatus()?.storage;
  onSyncStatus(() => {
    update();
    const before = storage;
    storage = readSyncStatus()?.storage;
    // A worker whose storage hung could not store the session it was sent.
    if (before === 'unavailable' && storage === 'ok') void introduce();
  });
  onSessionChange(() => void sendSession());
  window.addEventListener('online', () => {
    beat.hurry();
    void sendState('online');
  });
  window.addEventListener('offline', () => void sendState('offline'));
  // Brought back from the browser's memory, with no event of its own.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void introduce();
  });
  document.addEventListener('visibilitychange', () => {
    // The worker may have been stopped before a full disk took a newer token pair. Send the session before the page state,
    // which starts a sync.
    if (isVisible()) void sendSession();
    void sendState(isVisible() ? 'visible' : 'hidden');
    beat.hurry();
    update();
  });
  // This fires after the first installation and after an update has taken over.
  navigator.serviceWorker.addEventListener('controllerchange', () => void introduce());
  void navigator.serviceWorker.ready.then(introduce);
  update();
}
