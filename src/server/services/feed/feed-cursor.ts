import * as v from 'valibot';
import { day } from '#contract/wire/primitives.ts';
import { ApiError } from '#server/errors/api-error.ts';

/** Order of the kinds within a revision: records precede those that refer to them. */
export const feedKinds = ['brand', 'campaign', 'offer', 'payment', 'post', 'figure', 'removed'] as const;
export type FeedKind = (typeof feedKinds)[number];

/** Position of the last record sent; `kind` is an index into {@link feedKinds}, -1 before the first. */
export interface FeedPosition {
  epoch: string;
  revision: number;
  kind: number;
  id: string;
  /** The brand's revision at the first page. A reader that starts there doesn't need earlier removals. */
  begunAt: number;
}

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const position = [
  v.pipe(v.string(), v.regex(/^\w{1,32}$/)),
  revision,
  v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(feedKinds.length - 1)),
  v.pipe(v.string(), v.regex(/^[\w -]{0,96}$/)),
] as const;

/** Clients may have cursors of both versions; version 1 has no `begunAt`. */
const cursorSchema = v.pipe(
  v.union([v.strictTuple([v.literal(1), ...position]), v.strictTuple([v.literal(2), ...position, revision])]),
  v.check(([, , , kind, id]) => feedKinds[kind] !== 'figure' || v.is(day, splitFigureId(id).day)),
);

export const writeCursor = ({ epoch, revision, kind, id, begunAt }: FeedPosition): string =>
  Buffer.from(JSON.stringify([2, epoch, revision, kind, id, begunAt])).toString('base64url');

/** @throws {ApiError} 400 if the text isn't a cursor */
export function readCursor(text: string): FeedPosition {
  const result = v.safeParse(cursorSchema, parseJson(Buffer.from(text, 'base64url').toString()));
  if (!result.success) {
    throw new ApiError('invalid_request', 'Expected a cursor from an earlier response.', {
      issues: [{ path: 'query.cursor', message: 'Expected a cursor from an earlier response.' }],
    });
  }
  const [, epoch, revision, kind, id, begunAt = 0] = result.output;
  return { epoch, revision, kind, id, begunAt };
}

/** A figure's id is `<post id> <day>`. */
export function splitFigureId(id: string): { postId: string; day: string } {
  const [postId = '', dayText = ''] = id.split(' ');
  return { postId, day: dayText };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
