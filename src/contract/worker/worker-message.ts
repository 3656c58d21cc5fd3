import * as v from 'valibot';
import { brandSessionSchema } from '../account/auth.ts';
import { anyId, count, timestamp } from '../wire/primitives.ts';
import { downloadPolicySchema, keptDraftsSchema } from './kept-drafts.ts';
import { syncStatusSchema } from './sync-status.ts';

/** Ids of token pairs (`domain/accounts/session-pair.ts`). */
const pairIds = v.array(v.string());

/**
 * A message from a page to the worker. Each is sent with a MessageChannel port, on which the worker sends a {@link
 * workerReplySchema}, so the page knows the outcome.
 */
export const pageMessageSchema = v.variant('type', [
  /**
   * The page's session; null if no brand is logged in. The worker keeps the newer of its own session and this one. `lineage`: ids
   * of the pairs that this session replaced, newest first. `replaced`, for older workers: the previous access token, after the
   * page's own refresh.
   */
  v.object({
    type: v.literal('session'),
    session: v.nullable(brandSessionSchema),
    replaced: v.optional(v.string()),
    lineage: v.optional(pairIds),
  }),
  /** A page became visible or hidden, started, sent a heartbeat, or received the browser's `online` or `offline` event. */
  v.object({
    type: v.literal('page-state'),
    visible: v.boolean(),
    reason: v.picklist(['start', 'visible', 'hidden', 'online', 'offline', 'beat']),
  }),
  /** `listed`: number of intents of each group to list in the reply; a few by default. */
  v.object({ type: v.literal('get-status'), listed: v.optional(count) }),
  /** The server has announced a change, so the worker syncs immediately. Older workers ignore this. */
  v.object({ type: v.literal('server-changed') }),
  /** The user asked to refresh. */
  v.object({ type: v.literal('refresh-now') }),
  v.object({ type: v.literal('undo'), actionId: anyId }),
  v.object({ type: v.literal('retry'), actionId: anyId }),
  v.object({ type: v.literal('discard'), actionId: anyId }),
  /** Sends pending intents now; replies when nothing more can be sent. */
  v.object({ type: v.literal('send-now') }),
  /** Clears all of the brand's data on the device, including its queue. */
  v.object({ type: v.literal('wipe'), brandId: anyId }),
  /** Deletes videos, pictures and, when online, the copy, which is then rebuilt. Queued actions are kept. */
  v.object({ type: v.literal('free-space') }),
  /** Requests a `drafts` message, which is sent to every page. */
  v.object({ type: v.literal('get-drafts') }),
  /** Sets the download policy of pending drafts on this device. */
  v.object({ type: v.literal('set-downloads'), policy: downloadPolicySchema }),
  /** Deletes downloaded drafts, and stops downloading them. */
  v.object({ type: v.literal('remove-downloads') }),
  /** Asks the worker to control the page: until then its requests bypass the worker, and fail without a network. */
  v.object({ type: v.literal('claim') }),
  /** The user agreed to the update: activate the waiting worker. */
  v.object({ type: v.literal('skip-waiting') }),
]);
export type PageMessage = v.InferOutput<typeof pageMessageSchema>;

export const workerReplySchema = v.variant('ok', [
  v.object({ ok: v.literal(true), status: v.nullable(syncStatusSchema) }),
  /** `isTooLate`: nothing failed, but the intent was settled or sent in the meantime. */
  v.object({ ok: v.literal(false), message: v.string(), isTooLate: v.optional(v.boolean()) }),
]);
export type WorkerReply = v.InferOutput<typeof workerReplySchema>;

/** Kinds of stored data; queries of a changed kind are refetched. */
export const changedKinds = ['brand', 'campaigns', 'offers', 'payments', 'analytics', 'tags', 'templates'] as const;
export type ChangedKind = (typeof changedKinds)[number];

/** Number of submissions that await the brand's decision, in total and by campaign. Campaigns without any are omitted. */
export const reviewCountsSchema = v.object({ total: count, byCampaign: v.record(v.string(), count) });
export type ReviewCounts = v.InferOutput<typeof reviewCountsSchema>;

/** A path within the app. */
export const openPathSchema = v.pipe(v.string(), v.regex(/^\/dashboard(\/|$)/, 'Expected a path in the app.'));

/** A message from the worker to every page. */
export const workerMessageSchema = v.variant('type', [
  v.object({ type: v.literal('sync-status'), status: syncStatusSchema }),
  v.object({ type: v.literal('data-changed'), kinds: v.array(v.picklist(changedKinds)) }),
  /**
   * A newer token pair, which pages store in local storage. `replaced`: earlier access tokens. `lineage`: ids of earlier pairs.
   * Older workers send neither.
   */
  v.object({
    type: v.literal('session-refreshed'),
    session: brandSessionSchema,
    replaced: v.optional(v.array(v.string())),
    lineage: v.optional(pairIds),
  }),
  /** The worker is about to refresh: pages send their session, which may be newer than the stored one. */
  v.object({ type: v.literal('session-request') }),
  /**
   * The server has ended the session of these pairs; a page with another pair keeps its session. Older workers send only the
   * brand.
   */
  v.object({ type: v.literal('session-expired'), brandId: anyId, pairs: v.optional(pairIds) }),
  /** Another brand has logged in, or the previous one has logged out. Each page checks whether its brand is still logged in. */
  v.object({ type: v.literal('brand-changed') }),
  v.object({
    type: v.literal('action-settled'),
    actionId: anyId,
    outcome: v.picklist(['sent', 'attention', 'undone', 'discarded']),
  }),
  v.object({ type: v.literal('to-review'), brandId: anyId, counts: reviewCountsSchema }),
  /** Drafts on this device have changed. */
  v.object({ type: v.literal('drafts'), drafts: keptDraftsSchema }),
  /** A notification was clicked: the page that receives this navigates to `path`. */
  v.object({ type: v.literal('open'), path: openPathSchema }),
  /** A newer version changed the stored format: this page must reload, and must not write until then. */
  v.object({ type: v.literal('reload-needed') }),
]);
export type WorkerMessage = v.InferOutput<typeof workerMessageSchema>;

/**
 * The worker's 202 response to a queued action. `mayHaveArrived`: its first attempt got no response. `heldUntil`: time at which
 * it is sent unless the user undoes it.
 */
export const queuedResponseSchema = v.object({
  queued: v.literal(true),
  actionId: anyId,
  mayHaveArrived: v.optional(v.boolean(), false),
  heldUntil: v.optional(timestamp),
});

/** Request header: how long the worker holds an action before sending it, ms. It never leaves the device. */
export const holdHeader = 'X-Afield-Hold';
/** Maximum hold, ms. */
export const maxHoldMs = 30_000;

/** Header of responses from the local copy: time at which the data was fetched (ISO 8601). */
export const storedAtHeader = 'X-Afield-Stored-At';
