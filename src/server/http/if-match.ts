import * as v from 'valibot';
import { fulfillmentId } from '../../contract/primitives.ts';
import { ApiError } from '../api-error.ts';
import { invalidRequest } from './parse-request.ts';

/**
 * The fulfillment that the brand looked at, from `If-Match: "ful_01J…"`.
 * @throws {ApiError} 428 without the header, 400 if it names anything else: `*` would apply a decision to unseen content
 */
export function seenOf(headers: Headers): string {
  const header = headers.get('If-Match');
  if (header === null) {
    throw new ApiError('precondition_required', 'Expected If-Match with the fulfillment that was looked at.');
  }
  const [, named] = /^"([^"]*)"$/.exec(header.trim()) ?? [];
  if (named !== undefined && v.is(fulfillmentId, named)) return named;
  throw invalidRequest([{ path: 'headers.If-Match', message: 'Expected one fulfillment id in double quotes.' }]);
}
