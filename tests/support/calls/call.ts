import * as v from 'valibot';
import type { CallOf, Endpoint, ResponseOf } from '#contract/wire/endpoint.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { type ErrorBody, errorBodySchema } from '#contract/wire/error.ts';
import { newId } from '#server/ids.ts';
import { undocumentedIn } from './documented.ts';
import { readEvents } from './live-events.ts';

/** A new Idempotency-Key. */
export const newKey = () => newId('ses').slice('ses_'.length);

interface CallOptions<E extends Endpoint> extends Partial<CallOf<E>> {
  token?: string | undefined;
  key?: string;
  ifMatch?: string;
  headers?: Record<string, string>;
}

/** A server in this process, or anything else that responds to requests by path. */
export interface Callable {
  app: { request(path: string, init?: RequestInit): Response | Promise<Response> };
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  /** Body of a 2xx response. */
  data: T;
  /** Body of any other response; null for a 2xx. */
  error: ErrorBody | null;
  text: string;
}

/**
 * Calls an endpoint as a client does, and checks the response: each must match openapi.json, and each that isn't 2xx
 * must be an error of the contract.
 */
export async function call<E extends Endpoint>(
  server: Callable,
  endpoint: E,
  { params, query, body, token, key, ifMatch, headers }: CallOptions<E> = {},
): Promise<Answer<ResponseOf<E>>> {
  const path = pathOf(
    endpoint,
    (params ?? {}) as Record<string, string>,
    (query ?? {}) as Record<string, string | undefined>,
  );
  const hasBody = endpoint.method !== 'GET' && body !== undefined;
  const response = await server.app.request(path, {
    method: endpoint.method,
    headers: {
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
      ...(ifMatch ? { 'If-Match': `"${ifMatch}"` } : {}),
      ...headers,
    },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  });
  const text = endpoint.isEventStream && response.ok ? await firstEventOf(response) : await response.text();
  const { status } = response;
  const data = text === '' ? null : JSON.parse(text);
  const error = response.ok ? null : v.parse(errorBodySchema, data);
  const undocumented = undocumentedIn(endpoint, status, data);
  if (undocumented.length > 0) throw new Error(`Beyond openapi.json: ${path}, ${status}: ${undocumented.join('; ')}`);
  return { status, headers: response.headers, data, error, text };
}

/** The data of a stream's first event; then cancels the stream. */
async function firstEventOf(response: Response): Promise<string> {
  const stream = readEvents(response);
  const first = await stream.next();
  await stream.close();
  return JSON.stringify(first);
}

/** A response's status with its error code, such as `200 ok` or `404 not_found`. */
export async function outcomeOf(answer: Promise<Answer<unknown>>): Promise<string> {
  const { status, error } = await answer;
  return `${status} ${error?.code ?? 'ok'}`;
}
