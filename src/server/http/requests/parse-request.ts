import * as v from 'valibot';
import type { Endpoint, RequestOf } from '#contract/wire/endpoint.ts';
import { fulfillmentId } from '#contract/wire/primitives.ts';
import { aboutField, fieldOf } from '#domain/shared/field-words.ts';
import { ApiError, type Issue } from '#server/errors/api-error.ts';

type Part = 'params' | 'query' | 'body';

// Valibot's own messages repeat the received value, which may be a password.
const withoutValues = {
  message: (issue: { expected: string | null }) =>
    issue.expected === null ? 'Not valid.' : `Expected ${issue.expected}.`,
};

/**
 * Parses a handler's input: path parameters, query and body.
 * @throws {ApiError} 400 listing the path and the expected value of everything invalid
 */
export function parseRequest<E extends Endpoint>(endpoint: E, given: Record<Part, unknown>): RequestOf<E> {
  const issues: Issue[] = [];
  const parse = (part: Part) => {
    const schema = endpoint[part];
    if (schema === undefined) return undefined;
    issues.push(...unstorableText(part, given[part]));
    const result = v.safeParse(schema, given[part], withoutValues);
    if (result.success) return result.output;
    for (const issue of result.issues) {
      const path = v.getDotPath(issue);
      issues.push({ path: path === null ? part : `${part}.${path}`, message: issue.message });
    }
    return undefined;
  };
  const request = { params: parse('params'), query: parse('query'), body: parse('body') };
  if (issues.length > 0) throw invalidRequest(issues);
  return request as RequestOf<E>;
}

/**
 * The fulfillment that the brand reviewed, from `If-Match: "ful_01J…"`.
 * @throws {ApiError} 428 without the header, 400 for another value: `*` would apply a decision to unseen content
 */
export function seenOf(headers: Headers): string {
  const named = namedIn(headers, 'the ID of the fulfillment that was reviewed');
  if (named !== null && v.is(fulfillmentId, named)) return named;
  throw invalidRequest([{ path: 'headers.If-Match', message: 'Expected one fulfillment ID in double quotes.' }]);
}

/**
 * The version of the offer that the creator saw, from `If-Match: "7"`.
 * @throws {ApiError} 428 without the header, 400 for another value
 */
export function seenVersionOf(headers: Headers): number {
  const named = namedIn(headers, 'the version of the offer that was shown');
  if (named !== null && /^\d{1,9}$/.test(named)) return Number(named);
  throw invalidRequest([{ path: 'headers.If-Match', message: 'Expected the offer’s version in double quotes.' }]);
}

function namedIn(headers: Headers, what: string): string | null {
  const header = headers.get('If-Match');
  if (header === null) throw new ApiError('precondition_required', `Expected If-Match with ${what}.`);
  return /^"([^"]*)"$/.exec(header.trim())?.[1] ?? null;
}

/**
 * The error has at most 20 issues, because a body can be invalid in a million places. Issues are for programs. The
 * message is for people, and names the first invalid field in their terms.
 */
export function invalidRequest(issues: Issue[]): ApiError {
  const [first] = issues;
  return new ApiError('invalid_request', first ? textFor(first) : 'Not valid.', { issues: issues.slice(0, 20) });
}

/** A schema's own messages are sentences; valibot's, such as an expected string, mean nothing to users. */
function textFor({ path, message }: Issue): string {
  const field = fieldOf(path);
  if (message.startsWith('Expected') || message === 'Not valid.') {
    return field === null ? 'The request isn’t valid.' : `${field} isn’t valid.`;
  }
  return aboutField(field, message);
}

/** PostgreSQL stores neither NUL nor lone surrogates. An explicit stack avoids deep recursion. */
function unstorableText(part: string, value: unknown): Issue[] {
  const issues: Issue[] = [];
  const waiting: { path: string; value: unknown }[] = [{ path: part, value }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, value: item } = next;
    if (typeof item === 'string') {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is just what is looked for
      if (/\u0000|\p{Surrogate}/u.test(item))
        issues.push({ path, message: 'Expected text without NUL or broken characters.' });
    } else if (typeof item === 'object' && item !== null) {
      // Unknown keys are submitted values, too, so paths don't repeat them.
      for (const child of Object.values(item)) waiting.push({ path: part, value: child });
    }
    if (issues.length >= 20) break;
  }
  return issues;
}
