import * as v from 'valibot';
import { brandSessionSchema } from '../account/auth.ts';
import { anyId, count, timestamp } from '../wire/primitives.ts';
import { downloadPolicySchema, keptDraftsSchema } from './kept-drafts.ts';
import { syncStatusSchema } from './sync-status.ts';

/** Ids of pairs of tokens (`domain/accounts/session-pair.ts`). */
const pairIds = v.array(v.string());

/**
 * A message from a page to the worker. Each is sent with a MessageChannel port and is answered there with a {@link
 * workerReplySchema}, so that the page knows that it was done.
 */
export const pageMessageSchema = v.variant('type', [
  /**
   * The page's session; null if logged out. The worker keeps the newer of its own and this one. `lineage`: ids of the pairs that it
   * replaced, newest first. `replaced`, for a worker of an older version: the access token before it, after the page's own refresh.
   */
  v.object({
    type: v.literal('session'),
    session: v.nullable(brandSessionSchema),
    replaced: v.optional(v.string()),
    lineage: v.optional(pairIds),
  }),
  /** A page became visible or hidden, started, or received the browser's `online` or `offline` event. */
  v.object({
    type: v.literal('page-state'),
    visible: v.boolean(),
    reason: v.picklist(['start', 'visible', 'hidden', 'online', 'offline', 'beat']),
  }),
  /** `listed`: number of intents of each group to list in the reply; a few by default. */
  v.object({ type: v.literal('get-status'), listed: v.optional(count) }),
  /** The server has announced a change: the worker syncs at once. A worker of an older version ignores this. */
  v.object({ type: v.literal('server-changed') }),
  /** A user's own refresh. */
  v.object({ type: v.literal('refresh-now') }),
  v.object({ type: v.literal('undo'), actionId: anyId }),
  v.object({ type: v.literal('retry'), actionId: anyId }),
  v.object({ type: v.literal('discard'), actionId: anyId }),
  /** Sends what waits now; answered when nothing more can be sent. */
  v.object({ type: v.literal('send-now') }),
  /** Clears every copy of the brand's data. `keepQueue` false also empties its queue. */
  v.object({ type: v.literal('wipe'), brandId: anyId }),
  /** Drops videos, pictures and, where there is a network, the copy, which is then made again. Queued actions are kept. */
  v.object({ type: v.literal('free-space') }),
  /** Asks for a `drafts` message, which every page gets. */
  v.object({ type: v.literal('get-drafts') }),
  /** Sets the download policy of pending drafts on this device. */
  v.object({ type: v.literal('set-downloads'), policy: downloadPolicySchema }),
  /** Drops downloaded drafts. The policy decides whether they come back. */
  v.object({ type: v.literal('remove-downloads') }),
  /** Asks the worker to control the page: until then its requests bypass the worker, and fail without a network. */
  v.object({ type: v.literal('claim') }),
  /** The user agreed to the update: activate the waiting worker. */
  v.object({ type: v.literal('skip-waiting') }),
]);
export type PageMessage = v.InferOutput<typeof pageMessageSchema>;

export const workerReplySchema = v.variant('ok', [
  v.object({ ok: v.literal(true), status: v.nullable(syncStatusSchema) }),
  /** `isTooLate`: nothing failed, but it was settled or sent in the meantime. */
  v.object({ ok: v.literal(false), message: v.string(), isTooLate: v.optional(v.boolean()) }),
]);
export type WorkerReply = v.InferOutput<typeof workerReplySchema>;

/** Kinds of stored data; queries of a changed kind are read again. */
export const changedKinds = ['brand', 'campaigns', 'offers', 'payments', 'analytics', 'tags', 'templates'] as const;
export type ChangedKind = (typeof changedKinds)[number];

/** Numbers of submissions that wait for the brand's decision: all, and by campaign, without campaigns that have none. */
export const reviewCountsSchema = v.object({ total: count, byCampaign: v.record(v.string(), count) });
export type ReviewCounts = v.InferOutput<typeof reviewCountsSchema>;

/** A place in the app. */
export const openPathSchema = v.pipe(v.string(), v.regex(/^\/dashboard(\/|$)/, 'Expected a path in the app.'));

/** A message from the worker to every page. */
export const workerMessageSchema = v.variant('type', [
  v.object({ type: v.literal('sync-status'), status: syncStatusSchema }),
  v.object({ type: v.literal('data-changed'), kinds: v.array(v.picklist(changedKinds)) }),
  /**
   * A newer pair of tokens; pages put it in local storage. `replaced`: the access tokens before it. `lineage`: the ids of the pairs
   * before it. A worker of an older version sends neither.
   */
  v.object({
    type: v.literal('session-refreshed'),
    session: brandSessionSchema,
    replaced: v.optional(v.array(v.string())),
    lineage: v.optional(pairIds),
  }),
  /** The worker is about to refresh: pages send their session, which may be newer than the one that it has stored. */
  v.object({ type: v.literal('session-request') }),
  /**
   * The server has ended the session of these pairs; a page with another pair keeps it. A worker of an older version names the brand
   * alone.
   */
  v.object({ type: v.literal('session-expired'), brandId: anyId, pairs: v.optional(pairIds) }),
  /** Another brand has logged in, or the one before has logged out: each page checks whether its brand is still logged in. */
  v.object({ type: v.literal('brand-changed') }),
  v.object({
    type: v.literal('action-settled'),
    actionId: anyId,
    outcome: v.picklist(['sent', 'attention', 'undone', 'discarded']),
  }),
  v.object({ type: v.literal('to-review'), brandId: anyId, counts: reviewCountsSchema }),
  /** Drafts on this device have changed. */
  v.object({ type: v.literal('drafts'), drafts: keptDraftsSchema }),
  /** A notification was tapped: the one page that gets this shows what it is about. */
  v.object({ type: v.literal('open'), path: openPathSchema }),
  /** A newer version changed the stored format: this page must reload and writes nothing meanwhile. */
  v.object({ type: v.literal('reload-needed') }),
]);
export type WorkerMessage = v.InferOutput<typeof workerMessageSchema>;

/**
 * The worker's 202 to an action that it keeps for later. `mayHaveArrived`: its first attempt got no answer. `heldUntil`: it is sent
 * then, unless the user undoes it first.
 */
export const queuedAnswerSchema = v.object({
  queued: v.literal(true),
  actionId: anyId,
  mayHaveArrived: v.optional(v.boolean(), false),
  heldUntil: v.optional(timestamp),
});

/** Header of an action that the worker is to hold before it is sent: milliseconds. It never leaves the device. */
export const holdHeader = 'X-Afield-Hold';
/** The longest hold, ms. */
export const longestHoldMs = 30_000;

/** Header of answers from the phone's copy: when the answer was fetched (ISO 8601). */
export const storedAtHeader = 'X-Afield-Stored-At';
