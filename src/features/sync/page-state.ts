import {
  isBrandSession,
  isOtherOwnersSession,
  onSessionChange,
  readSession,
  sessionMessage,
} from '#api/session/session.ts';
import { onSyncStatus, readSyncStatus, sendForStatus } from '#api/sync-status.ts';
import type { PageMessage } from '#contract/worker/worker-message.ts';
import { createBeat } from './beat.ts';

type Reason = Extract<PageMessage, { type: 'page-state' }>['reason'];

/**
 * Timeout for the reply to a beat, ms. A worker that doesn't reply was stopped as the beat arrived; the next beat
 * restarts it.
 */
const beatReplyMs = 1000;

/**
 * Asks the worker to claim this page if it's uncontrolled. A forced reload bypasses the worker, and Chromium's own
 * `claim` skips a page that is loading while the worker activates. Such a page would lose decisions made offline.
 */
async function joinWorker(): Promise<void> {
  if (navigator.serviceWorker.controller === null) await sendForStatus({ type: 'claim' }, beatReplyMs);
}

const isVisible = () => document.visibilityState === 'visible';

const sendState = (reason: Reason, replyMs?: number) =>
  sendForStatus({ type: 'page-state', visible: isVisible(), reason }, replyMs);

/**
 * False if the worker reports that it has no session for this page's brand: a late logout or the browser removed it. An
 * older version of the worker doesn't report this.
 */
function isSessionKept(): boolean {
  const [session, sessionOf] = [readSession(), readSyncStatus()?.sessionOf];
  return sessionOf === undefined || !isBrandSession(session) || isOtherOwnersSession() || sessionOf === session.brandId;
}

/** Sends the worker the session and this page's visibility; regular messages keep the worker alive while it sends. */
export function startWorkerUpdates(): void {
  /** True if the worker has stored the session. False if it was stopped afterwards, or had no space. */
  let isSessionSent = false;

  async function sendSession(replyMs?: number): Promise<void> {
    // This page is about to leave; the new brand's page sends its own session.
    if (isOtherOwnersSession()) return;
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
    // While its storage hung, the worker couldn't store the session.
    if (before === 'unavailable' && storage === 'ok') void introduce();
  });
  onSessionChange(() => void sendSession());
  window.addEventListener('online', () => {
    beat.hurry();
    void sendState('online');
  });
  window.addEventListener('offline', () => void sendState('offline'));
  // A page restored from the back/forward cache gets no `visibilitychange` event.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void introduce();
  });
  document.addEventListener('visibilitychange', () => {
    // A full disk may have kept the worker from storing a newer token pair before it was stopped. Send the session
    // before the page state, which starts a sync.
    if (isVisible()) void sendSession();
    void sendState(isVisible() ? 'visible' : 'hidden');
    beat.hurry();
    update();
  });
  // This fires after the first installation, and after an update has taken over.
  navigator.serviceWorker.addEventListener('controllerchange', () => void introduce());
  void navigator.serviceWorker.ready.then(introduce);
  update();
}
