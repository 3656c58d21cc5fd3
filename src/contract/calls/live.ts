import * as v from 'valibot';
import { endpoint } from '../wire/endpoint.ts';
import { count } from '../wire/primitives.ts';

/**
 * Event of the stream of changes. It carries no data: the feed brings the records, under its own rules. `hello` comes at once, so that
 * a proxy that buffers is noticed by its absence. After a `bye` the client waits `retryMs` before it connects again.
 */
export const liveEventSchema = v.variant('type', [
  v.object({ type: v.literal('hello'), revision: count }),
  v.object({ type: v.literal('change'), revision: count }),
  v.object({ type: v.literal('bye'), retryMs: count }),
]);
export type LiveEvent = v.InferOutput<typeof liveEventSchema>;

/** Interval of the comments that keep the connection open, ms: proxies often close a connection after 30 or 60 silent seconds. */
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
