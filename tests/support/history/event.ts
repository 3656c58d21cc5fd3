import * as v from 'valibot';
import { anyId } from '../../../src/contract/primitives.ts';

/** Milliseconds of one clock for all who write: browser and server run on one machine. */
const at = v.pipe(v.number(), v.finite());

/** A decision with what it was made on. `actionId` is the `Idempotency-Key` that the call carries. */
const decision = {
  at,
  actionId: anyId,
  offerId: anyId,
  fulfillmentId: anyId,
  decision: v.picklist(['approve', 'reject']),
};

/** One thing that happened. Decisions of one offer are one lane: the server has to take them in their order. */
export const historyEventSchema = v.variant('kind', [
  /** The user decided, looking at this fulfillment. The same action again is the user's own retry of a parked one. */
  v.object({ kind: v.literal('invoke'), ...decision }),
  /** The user was told that it is kept and waits. */
  v.object({ kind: v.literal('saved'), at, actionId: anyId }),
  /** The user was told that it is done. */
  v.object({ kind: v.literal('sent'), at, actionId: anyId }),
  /** The user was told that it needs attention. */
  v.object({ kind: v.literal('parked'), at, actionId: anyId }),
  /** The user took it back, or discarded it, and was told so. */
  v.object({ kind: v.literal('undone'), at, actionId: anyId }),
  /** The user was told at once that it failed, and that nothing is kept. */
  v.object({ kind: v.literal('refused'), at, actionId: anyId }),
  /** The server changed the offer, which held this fulfillment then. Answering a repeated key is no such event. */
  v.object({ kind: v.literal('applied'), ...decision }),
  /** A look into the phone's queue: all that waits or is being sent, without what needs attention. */
  v.object({ kind: v.literal('queue'), at, actionIds: v.array(anyId) }),
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
