import type { Workbox } from 'workbox-window';
import { hasUnsaved } from '#app/intents/unsaved.ts';
import { importWithRetries } from '#ui/loading/import-with-retries.ts';
import { setUpdate } from './update.ts';

const checkEveryMs = 3_600_000;
const takeoverMs = 3000;

let workbox: Workbox | null = null;
let agreed = false;

const reload = () => window.location.reload();

/**
 * Settles when the page's new controller is active, or after a timeout: WebKit never fires `statechange` on a page that
 * was loaded during activation.
 */
function whenActive(): Promise<void> {
  const { controller } = navigator.serviceWorker;
  return new Promise((resolve) => {
    const check = () => {
      if (controller?.state !== 'activating') resolve();
    };
    controller?.addEventListener('statechange', check);
    setTimeout(resolve, takeoverMs);
    check();
  });
}

/**
 * Reports a waiting update. A first worker isn't an update, but may appear as waiting while it starts, as in Firefox.
 */
async function sayIfWaiting(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting && registration.active) setUpdate('waiting');
}

/** Registers the worker, and reports when a newer one is waiting. This code is loaded after the first paint. */
export async function registerWorker(): Promise<void> {
  // A page loaded from the network is already the newest version, so a first worker taking control changes nothing.
  const wasControlled = navigator.serviceWorker.controller !== null;
  const { Workbox } = await importWithRetries(() => import('workbox-window'));
  workbox = import.meta.env.DEV
    ? new Workbox('/dev-sw.js?dev-sw', { type: 'module' })
    : new Workbox('/service-worker.js');
  workbox.addEventListener('waiting', () => void sayIfWaiting());
  workbox.addEventListener('controlling', () => {
    // The user agreed here or in another tab; in the latter case, unsaved input here takes precedence.
    if (agreed) void whenActive().then(reload);
    else if (wasControlled && hasUnsaved()) setUpdate('reload');
    else if (wasControlled) void whenActive().then(reload);
  });
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    // An installed app stays open for weeks, so check for updates.
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkEveryMs) return;
    checkedAt = Date.now();
    void workbox?.update().catch(() => undefined);
  });
  // Registration fails if cookies are blocked or the script is broken. The app then only works online.
  const registration = await workbox.register({ immediate: true }).catch(() => undefined);
  // WebKit may fire this after the worker has finished installing; Workbox's listener would then throw.
  const skipLate = (event: Event) => registration?.installing === null && event.stopImmediatePropagation();
  registration?.addEventListener('updatefound', skipLate, { capture: true });
}

/** Applies an update after the user agreed: the waiting worker takes over, and the page reloads under it. */
export async function applyUpdate(): Promise<void> {
  agreed = true;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.waiting) {
    reload();
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.close();
  registration.waiting.postMessage({ type: 'skip-waiting' }, [port2]);
  // If the worker is busy or broken and can't take over, reload anyway, so that the button has an effect.
  setTimeout(reload, takeoverMs);
}
