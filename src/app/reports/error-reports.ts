import { appSettings } from '#api/app-settings.ts';

type Sentry = typeof import('./sentry.ts');

let loaded: Sentry | null = null;
const early: unknown[] = [];

/**
 * Sends an error to the error-reporting service, if one is configured; errors from before it has loaded are buffered.
 */
export function reportError(error: unknown): void {
  if (loaded) loaded.report(error);
  else if (appSettings().sentryDsn && early.length < 10) early.push(error);
}

/** Longest wait for a first screen: even if it never renders, errors must be reported. */
const maxMs = 10_000;

/**
 * Resolves once the app's first screen has been painted. Idle callbacks fire much earlier: a browser that's loading
 * code is idle, too.
 */
const firstScreen = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    // A callback requested during the frame that shows the screen runs just before its paint.
    const look = () => {
      if (document.querySelector('#root main')) requestAnimationFrame(() => setTimeout(done));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(done, maxMs);
    look();
  });

/**
 * Resolves at the browser's first paint: a frame reaches the screen some milliseconds after the page has produced it.
 */
const firstPaint = () =>
  new Promise<void>((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
      resolve();
      return;
    }
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
    // A background tab paints nothing.
    setTimeout(resolve, maxMs);
  });

/** Loads error reporting after the first screen, so it doesn't delay users. */
export function startErrorReports(): void {
  const { sentryDsn: dsn } = appSettings();
  if (!dsn) return;
  const onError = ({ error }: ErrorEvent) => reportError(error);
  const onRejection = ({ reason }: PromiseRejectionEvent) => reportError(reason);
  // Buffer errors until the library adds its own listeners.
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  const load = async () => {
    await firstScreen();
    await firstPaint();
    if ('requestIdleCallback' in window) await new Promise((idle) => requestIdleCallback(idle, { timeout: 5000 }));
    loaded = await import('./sentry.ts');
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
    loaded.start(dsn);
    for (const error of early.splice(0)) loaded.report(error);
  };
  // Offline the library can't be loaded, and couldn't send reports either.
  void load().catch(() => undefined);
}
