import { browserTracingIntegration, captureException, init, replayIntegration } from '@sentry/react';
import { ApiError } from './error.ts';

/** What goes wrong in every browser every day, and nobody can mend. */
const noise = [
  /abort/i,
  /load failed/i,
  /failed to fetch/i,
  /ResizeObserver/i,
  /\b401\b|unauthorized/i,
  /no refresh token/i,
  /incorrect (e-?mail|credentials|password)|invalid credentials/i,
  /script error/i,
  /non-error (promise )?(rejection|exception)/i,
];

export function start(dsn: string): void {
  init({
    dsn,
    integrations: [browserTracingIntegration(), replayIntegration()],
    tracesSampleRate: 0.05,
    replaysSessionSampleRate: 0.005,
    replaysOnErrorSampleRate: 0.1,
    maxBreadcrumbs: 50,
    ignoreErrors: noise,
    // A login's body holds a password.
    dataCollection: { userInfo: true, httpBodies: [] },
    beforeSend: (event, { originalException }) =>
      originalException instanceof ApiError && originalException.status === 401 ? null : event,
  });
}

export function report(error: unknown): void {
  captureException(error);
}
