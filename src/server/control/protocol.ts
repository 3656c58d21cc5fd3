import * as v from 'valibot';
import { ulidSchema } from '#contract/wire/primitives.ts';

// HTTP over a socket that only this user can open: a POST with the call in a header and the file, if any, in the body.

export const callHeader = 'afield-call';

/** A call from a command's process to the server's. */
const callSchema = v.object({
  version: v.literal(1),
  command: v.string(),
  input: v.unknown(),
  /** Makes the command run once per key. */
  key: v.optional(ulidSchema),
});
export type ControlCall = v.InferOutput<typeof callSchema>;

const outcomeSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), result: v.unknown() }),
  /** Refused for a reason that the operator can fix. */
  v.object({ outcome: v.literal('refused'), message: v.string() }),
  /** The error is in the server's log. */
  v.object({ outcome: v.literal('failed') }),
]);
export type ControlOutcome = v.InferOutput<typeof outcomeSchema>;

/** Headers are Latin-1, so other characters are escaped. */
export const writeCall = (call: ControlCall): string => encodeURIComponent(JSON.stringify(call));

/** Parses a call. Null if it is invalid, such as a call from another version. */
export function readCall(header: string | string[] | undefined): ControlCall | null {
  return parsed(callSchema, () => JSON.parse(decodeURIComponent(String(header))));
}

/** Parses an outcome; null if it is invalid. */
export function readOutcome(text: string): ControlOutcome | null {
  return parsed(outcomeSchema, () => JSON.parse(text));
}

function parsed<T>(schema: v.GenericSchema<unknown, T>, read: () => unknown): T | null {
  try {
    const result = v.safeParse(schema, read());
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}
