import * as v from 'valibot';
import { endpoint } from '../wire/endpoint.ts';
import { count } from '../wire/primitives.ts';

/**
 * Event of the stream of changes. It carries no data, since the feed returns the records and enforces access to them. `hello` is
 * sent immediately, so its absence reveals a buffering proxy. After a `bye`, the client waits `retryMs` before it reconnects.
 */
export const liveEventSchema = v.variant('type', [
  v.object({ type: v.literal('hello'), revision: count }),
  v.object({ type: v.literal('change'), revision: count }),
  v.object({ type: v.literal('bye'), retryMs: count }),
]);
export type LiveEvent = v.InferOutput<typeof liveEventSchema>;

/** Interval of keep-alive comments, ms: proxies often close a connection after 30 or 60 seconds of silence. */
export const heartbeatMs = 20_000;

export const streamChanges = endpoint({
  method: 'GET',
  path: '/brand/v1.0/changes/stream',
  summary:
    'Streams the brand’s newest revision as server-sent events. `GET /brand/v1.0/changes` then returns what has changed.',
  access: 'approved',
  answer: liveEventSchema,
  isEventStream: true,
  optional: true,
});
