import { type DestinationStream, type Logger, pino } from 'pino';
import { errorFacts } from './error-facts.ts';
import { noopObserve, type Observe } from './observe.ts';
import { currentRequestId } from './request-id.ts';

/** Log levels, the least frequent first. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Allowlist of log fields: no personal data, no user input and no credentials. */
const fields = new Set([
  ...['err', 'requestId', 'method', 'route', 'status', 'command', 'reason', 'bucket', 'count', 'forMs'],
  ...['brandId', 'campaignId', 'offerId', 'paymentId', 'eventId', 'provider', 'kind', 'mail'],
  ...['amountCents', 'taken', 'directive', 'page', 'blocked', 'source'],
  // Links in emails that are written to files for the operator: see services/mail/deliver.ts.
  'link',
]);

/** The server's log: one JSON object per line, with allowlisted fields. Errors are logged without their messages. */
export function createLog(
  destination: DestinationStream,
  level: LogLevel = 'info',
  observe: Observe = noopObserve,
): Logger {
  return pino(
    {
      level,
      base: null,
      mixin: () => {
        const requestId = currentRequestId();
        return requestId === undefined ? {} : { requestId };
      },
      formatters: {
        log: (line) => Object.fromEntries(Object.entries(line).filter(([name]) => fields.has(name))),
      },
      serializers: { err: errorFacts },
      hooks: {
        logMethod(args, method, number) {
          observe({ of: 'log line', level: pino.levels.labels[number] ?? 'info' });
          return method.apply(this, args);
        },
      },
    },
    destination,
  );
}
