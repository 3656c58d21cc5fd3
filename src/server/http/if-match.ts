import * as v from 'valibot';
import { fulfillmentId } from '#contract/primitives.ts';
import { ApiError } from '../api-error.ts';
import { invalidRequest } from './parse-request.ts';

/**
 * The fulfillment that the brand looked at, from `If-Match: "ful_01J…"`.
 * @throws {ApiError} 428 without the header, 400 if it names anything else: `*` would apply a decision to unseen content
 */
export function seenOf(headers: Headers): string {
  const named = namedIn(headers, 'the fulfillment that was looked at');
  if (named !== null && v.is(fulfillmentId, named)) return named;
  throw invalidRequest([{ path: 'headers.If-Match', message: 'Expected one fulfillment id in double quotes.' }]);
}

/**
 * The version of the offer that the creator looked at, from `If-Match: "7"`.
 * @throws {ApiError} 428 without the header, 400 if it names anything else
 */
export function seenVersionOf(headers: Headers): number {
  const named = namedIn(headers, 'the version of the offer that was looked at');
  if (named !== null && /^\d{1,9}$/.test(named)) return Number(named);
  throw invalidRequest([{ path: 'headers.If-Match', message: 'Expected the offer’s version in double quotes.' }]);
}

function namedIn(headers: Headers, what: string): string | null {
  const header = headers.get('If-Match');
  if (header === null) throw new ApiError('precondition_required', `Expected If-Match with ${what}.`);
  return /^"([^"]*)"$/.exec(header.trim())?.[1] ?? null;
}
