import * as v from 'valibot';
import { anyId } from '#contract/wire/primitives.ts';

/** Milliseconds on one clock for all writers, since browser and server run on one machine. */
const at = v.pipe(v.number(), v.finite());

/** An intent with its record and content. `actionId` is the request's `Idempotency-Key`. */
const intent = {
  at,
  actionId: anyId,
  /** The intent's record, which is its lane. */
  recordId: anyId,
  /** The content that was on screen; null for kinds of intents that apply to any state of the record. */
  seen: v.nullable(anyId),
  /** Kind of the intent, as named by the history's writers. */
  operation: v.string(),
};

/** Version of a record. Versions increase over the server's whole life, even across a restore. */
const version = v.pipe(v.number(), v.integer());

/** An event. Intents about one record form a lane: the server has to apply them in order. */
export const historyEventSchema = v.variant('kind', [
  /**
   * The user decided this on this content, logged in as this brand if the history has more than one. The same action
   * again is the user's retry of a parked one.
   */
  v.object({
    kind: v.literal('invoke'),
    ...intent,
    brandId: v.optional(anyId),
    /** Time for which it is held before sending, so that the user can undo it, in ms. */
    holdMs: v.optional(v.number()),
  }),
  /** The app reported that it is stored and pending. */
  v.object({ kind: v.literal('saved'), at, actionId: anyId }),
  /** The app reported that it was sent. */
  v.object({ kind: v.literal('sent'), at, actionId: anyId }),
  /** The app reported that it needs attention: the server refused it, or its outcome is unknown. */
  v.object({
    kind: v.literal('parked'),
    at,
    actionId: anyId,
    certainty: v.optional(v.picklist(['refused', 'unknown'])),
  }),
  /** The user undid or discarded it, and the app confirmed that. */
  v.object({ kind: v.literal('undone'), at, actionId: anyId }),
  /** The app reported at once that it failed and that nothing was stored. */
  v.object({ kind: v.literal('refused'), at, actionId: anyId }),
  /** The user logged out, agreeing to lose it if it hadn't arrived yet. */
  v.object({ kind: v.literal('abandoned'), at, actionId: anyId }),
  /** An attempt reached the server with a token of this brand. */
  v.object({ kind: v.literal('received'), at, actionId: anyId, brandId: anyId }),
  /** The server itself refused it permanently, and did nothing. */
  v.object({ kind: v.literal('denied'), at, actionId: anyId, status: v.number() }),
  /**
   * The server changed the record, which had this content then. Replaying the response to a repeated key is no such
   * event.
   */
  v.object({ kind: v.literal('applied'), ...intent }),
  /** A look into the phone's queue found these actions pending or in flight; those that need attention don't count. */
  v.object({ kind: v.literal('queue'), at, actionIds: v.array(anyId) }),
  /** A page shows this version of a record; without a viewer the phone has stored it. */
  v.object({ kind: v.literal('shown'), at, recordId: anyId, version, viewer: v.optional(v.string()) }),
  /** The server was restored from a backup: it lost the versions after `to`, up to `from`, and these actions' effects. */
  v.object({ kind: v.literal('restored'), at, from: version, to: version, actionIds: v.array(anyId) }),
  /** The server becomes unreachable (`cut`) or responds again (`mended`). */
  v.object({ kind: v.literal('cut'), at }),
  v.object({ kind: v.literal('mended'), at }),
  /** The app's last page closes (`closed`), or one opens again (`opened`). */
  v.object({ kind: v.literal('closed'), at }),
  v.object({ kind: v.literal('opened'), at }),
]);

export type HistoryEvent = v.InferOutput<typeof historyEventSchema>;
export type EventOf<K extends HistoryEvent['kind']> = Extract<HistoryEvent, { kind: K }>;

/** Parses a history of JSON lines. @throws with the line's number if one isn't an event */
export function parseHistory(text: string): HistoryEvent[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [v.parse(historyEventSchema, JSON.parse(line))];
    } catch (cause) {
      throw new Error(`Line ${index + 1} of the history is not an event: ${line}`, { cause });
    }
  });
}
