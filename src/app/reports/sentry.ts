import {
  type BrowserOptions,
  browserTracingIntegration,
  captureException,
  init,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/react';
import { ApiError, isNetworkFailure } from '#api/error.ts';
import { redactSecrets } from './scrub.ts';

/** Errors that occur in every browser daily and can't be fixed. */
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

/** The same noise from our own client, whose failed fetches have different messages. */
const isNoise = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 401 ||
    error.code === 'not_available_offline' ||
    error.code === 'storage_unavailable' ||
    (isNetworkFailure(error) && error.code !== 'cors'));

/** Last line of defense: nothing is sent without passing through here. */
const scrubbedTransport: NonNullable<BrowserOptions['transport']> = (options) => {
  const transport = makeFetchTransport(options);
  return { ...transport, send: (envelope) => transport.send(redactSecrets(envelope)) };
};

export function start(dsn: string): void {
  init({
    dsn,
    transport: scrubbedTransport,
    integrations: [
      browserTracingIntegration(),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        // Compression would need a blob worker, which the page's policy forbids, and compressed data can't be scrubbed.
        useCompression: false,
      }),
    ],
    tracesSampleRate: 0.05,
    replaysSessionSampleRate: 0.005,
    replaysOnErrorSampleRate: 0.1,
    maxBreadcrumbs: 50,
    ignoreErrors: noise,
    // A login's body contains a password.
    dataCollection: { userInfo: true, httpBodies: [] },
    beforeSend: (event, { originalException }) => (isNoise(originalException) ? null : event),
  });
}

export function report(error: unknown): void {
  captureException(error);
}
