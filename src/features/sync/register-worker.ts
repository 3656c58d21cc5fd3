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
 * Settles when the page's new controller is active, or after a timeout: WebKit never fires `statechange` on a page that was
 * loaded during activation.
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

/** Reports a waiting update. A first worker has none to wait for, but may appear as waiting while it starts, as in Firefox. */
async function sayIfWaiting(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting && registration.active) setUpdate('waiting');
}

/** Registers the worker, and says when a newer one waits. Its code is not waited for by the first paint. */
export async function registerWorker(): Promise<void> {
  // A page that came from the network is of the newest version: a first worker that takes it over changes nothing.
  const wasControlled = navigator.serviceWorker.controller !== null;
  const { Workbox } = await importWithRetries(() => import('workbox-window'));
  workbox = import.meta.env.DEV
    ? new Workbox('/dev-sw.js?dev-sw', { type: 'module' })
    : new Workbox('/service-worker.js');
  workbox.addEventListener('waiting', () => void sayIfWaiting());
  workbox.addEventListener('controlling', () => {
    // The user agreed here, or in another tab; in that case unsaved text here takes precedence.
    if (agreed) void whenActive().then(reload);
    else if (wasControlled && hasUnsaved()) setUpdate('reload');
    else if (wasControlled) void whenActive().then(reload);
  });
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    // An installed app stays open for weeks.
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkEveryMs) return;
    checkedAt = Date.now();
    void workbox?.update().catch(() => undefined);
  });
  // Refused where cookies are, or with a broken script: the app then works with a network only.
  const registration = await workbox.register({ immediate: true }).catch(() => undefined);
  // WebKit may fire this when no worker is installing any more; Workbox's listener would then throw.
  const skipLate = (event: Event) => registration?.installing === null && event.stopImmediatePropagation();
  registration?.addEventListener('updatefound', skipLate, { capture: true });
}

/** The user agrees to the update: the waiting worker takes over, and the page loads again under it. */
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
  // A worker that can't take over, because it is busy or broken, must not leave a button that does nothing.
  setTimeout(reload, takeoverMs);
}
