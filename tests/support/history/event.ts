import * as v from 'valibot';
import { anyId } from '#contract/primitives.ts';

/** Milliseconds of one clock for all who write: browser and server run on one machine. */
const at = v.pipe(v.number(), v.finite());

/** An intent with what it was made on. `actionId` is the `Idempotency-Key` that the call carries. */
const intent = {
  at,
  actionId: anyId,
  /** The record that it is about, which is its lane. */
  recordId: anyId,
  /** The content that was looked at; null for kinds that hold whatever the record has become. */
  seen: v.nullable(anyId),
  /** The kind of intent, by the name that the history's writers give it. */
  wish: v.string(),
};

/** A version of a record: they count up over the server's whole life, also over a restore. */
const version = v.pipe(v.number(), v.integer());

/** One thing that happened. Intents about one record are one lane: the server has to take them in their order. */
export const historyEventSchema = v.variant('kind', [
  /**
   * The user wanted this, looking at this content, logged in as this brand where the history has more than one. The same
   * action again is the user's own retry of a parked one.
   */
  v.object({ kind: v.literal('invoke'), ...intent, brandId: v.optional(anyId) }),
  /** The user was told that it is kept and waits. */
  v.object({ kind: v.literal('saved'), at, actionId: anyId }),
  /** The user was told that it is done. */
  v.object({ kind: v.literal('sent'), at, actionId: anyId }),
  /** The user was told that it needs attention: the server refused it, unless nobody knows what became of it. */
  v.object({
    kind: v.literal('parked'),
    at,
    actionId: anyId,
    certainty: v.optional(v.picklist(['refused', 'unknown'])),
  }),
  /** The user took it back, or discarded it, and was told so. */
  v.object({ kind: v.literal('undone'), at, actionId: anyId }),
  /** The user was told at once that it failed, and that nothing is kept. */
  v.object({ kind: v.literal('refused'), at, actionId: anyId }),
  /** The user logged out, agreeing to lose it if it had not arrived yet. */
  v.object({ kind: v.literal('abandoned'), at, actionId: anyId }),
  /** A try of it reached the server, with a token of this brand. */
  v.object({ kind: v.literal('heard'), at, actionId: anyId, brandId: anyId }),
  /** The server itself refused it for good, and did nothing. */
  v.object({ kind: v.literal('denied'), at, actionId: anyId, status: v.number() }),
  /** The server changed the record, which held this content then. Answering a repeated key is no such event. */
  v.object({ kind: v.literal('applied'), ...intent }),
  /** A look into the phone's queue: all that waits or is being sent, without what needs attention. */
  v.object({ kind: v.literal('queue'), at, actionIds: v.array(anyId) }),
  /** A page shows this version of a record; without a viewer, the phone has it stored. */
  v.object({ kind: v.literal('shown'), at, recordId: anyId, version, viewer: v.optional(v.string()) }),
  /** The server was restored from a backup: what came after `to`, up to `from`, never was, nor what these actions did. */
  v.object({ kind: v.literal('restored'), at, from: version, to: version, actionIds: v.array(anyId) }),
  /** The server can't be reached from here on, or it answers again. */
  v.object({ kind: v.literal('cut'), at }),
  v.object({ kind: v.literal('mended'), at }),
  /** The app has no page open from here on, or has one again. */
  v.object({ kind: v.literal('closed'), at }),
  v.object({ kind: v.literal('opened'), at }),
]);

export type HistoryEvent = v.InferOutput<typeof historyEventSchema>;
export type EventOf<K extends HistoryEvent['kind']> = Extract<HistoryEvent, { kind: K }>;

/** Reads a history of JSON lines. Throws with the line's number where one is not an event. */
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
