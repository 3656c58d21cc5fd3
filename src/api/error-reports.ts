type Sentry = typeof import('./sentry.ts');

let loaded: Sentry | null = null;
const early: unknown[] = [];
const dsn = import.meta.env.VITE_SENTRY_DSN;

/** Tells the error-reporting service, where one is configured; what fails before it has loaded is kept for it. */
export function reportError(error: unknown): void {
  if (!dsn) return;
  if (loaded) loaded.report(error);
  else if (early.length < 10) early.push(error);
}

/** Loads the reports once the first screen stands: they must not be what a user waits for. */
export function startErrorReports(): void {
  if (!dsn) return;
  const load = async () => {
    loaded = await import('./sentry.ts');
    loaded.start(dsn);
    for (const error of early.splice(0)) loaded.report(error);
  };
  // Offline they can't be loaded, and couldn't be sent either.
  const quietly = () => void load().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(quietly, { timeout: 5000 });
  else setTimeout(quietly, 2000);
}
