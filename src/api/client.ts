import * as v from 'valibot';
import { type CallOf, type Endpoint, pathOf, type ResponseOf } from '#contract/wire/endpoint.ts';
import { holdHeader, queuedResponseSchema, storedAtHeader } from '#contract/worker/worker-message.ts';
import { apiUrl } from './app-settings.ts';
import { ApiError, afterSends, errorTexts } from './error.ts';
import { newUlid } from './ids.ts';
import { refreshSession } from './session/refresh.ts';
import { isOtherOwnersSession, readSession } from './session/session.ts';
import { transport, type WireResponse } from './transport.ts';

type IfDefined<Name extends string, T> = undefined extends T ? { [K in Name]?: T | undefined } : { [K in Name]: T };
type QueryValue = string | number | readonly string[] | undefined;

export type CallOptions<E extends Endpoint> = IfDefined<'params', CallOf<E>['params']> &
  IfDefined<'body', CallOf<E>['body']> & {
    /** Lists are joined with commas; undefined and empty values are omitted. */
    query?: { [K in keyof NonNullable<CallOf<E>['query']>]?: QueryValue };
    /** ULID of one user action; generated if the call requires one and none is given. */
    idempotencyKey?: string;
    /** Id of the fulfillment that the brand viewed, sent as `If-Match`. */
    ifMatch?: string;
    /** `no-cache` tries the network before the local copy. */
    cacheControl?: 'no-cache';
    signal?: AbortSignal;
    /** Time that the worker holds an action before sending it, ms. Without a worker, the action is sent immediately. */
    holdMs?: number;
  };

/** A response. `storedAt`: the time when it was fetched, if it came from the local copy. */
export interface CallResponse<E extends Endpoint> {
  data: ResponseOf<E>;
  storedAt: Date | null;
  queued: null;
}

/** The worker's acknowledgment that it will send an action once the network is back. */
export interface QueuedCall {
  data: null;
  storedAt: null;
  queued: { actionId: string; mayHaveArrived: boolean; heldUntil?: string | undefined };
}

function headersOf(endpoint: Endpoint, options: CallOptions<Endpoint>, token: string | null) {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  if (endpoint.idempotent) headers['Idempotency-Key'] = options.idempotencyKey ?? newUlid();
  if (options.ifMatch !== undefined) headers['If-Match'] = `"${options.ifMatch}"`;
  if (options.cacheControl !== undefined) headers['Cache-Control'] = options.cacheControl;
  // Only the worker reads this header, and a server at another origin would have to allow it.
  if (options.holdMs && navigator.serviceWorker?.controller) headers[holdHeader] = String(options.holdMs);
  return headers;
}

async function exchange(endpoint: Endpoint, options: CallOptions<Endpoint>): Promise<WireResponse> {
  const query = Object.fromEntries(
    Object.entries<QueryValue>(options.query ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' ? value.join(',') : value,
    ]),
  );
  // The stored tokens belong to a different brand than this page shows, so no call may use them.
  if (endpoint.access !== 'public' && isOtherOwnersSession())
    throw new ApiError(401, 'session_ended', errorTexts.noSession);
  const token = endpoint.access === 'public' ? null : (readSession()?.accessToken ?? null);
  const headers = headersOf(endpoint, options, token);
  const request = {
    method: endpoint.method,
    url: apiUrl(pathOf(endpoint, options.params as Record<string, string> | undefined, query)),
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    repeatable: endpoint.method === 'GET' || endpoint.idempotent,
    signal: options.signal,
  };
  try {
    return await transport({ ...request, headers });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || endpoint.access === 'public') throw error;
    const { mayHaveArrived } = error;
    const newer = await refreshSession(token ?? '').catch((failed: unknown) => {
      throw afterSends(failed, mayHaveArrived);
    });
    return transport({ ...request, mayHaveArrived, headers: { ...headers, Authorization: `Bearer ${newer}` } });
  }
}

function toResponse<E extends Endpoint>(endpoint: E, { status, headers, body }: WireResponse): CallResponse<E> {
  const parsed = v.safeParse(endpoint.answer, body);
  if (!parsed.success) throw new ApiError(status, 'unreadable_answer', errorTexts.unreadable, body);
  const storedAt = headers.get(storedAtHeader);
  return {
    data: parsed.output as ResponseOf<E>,
    storedAt: storedAt === null ? null : new Date(storedAt),
    queued: null,
  };
}

/**
 * Makes one call of the contract and parses its response.
 * @throws ApiError unless the response is a 2xx that matches the contract
 */
export async function call<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<CallResponse<E>> {
  return toResponse(endpoint, await exchange(endpoint, options as CallOptions<Endpoint>));
}

/**
 * Makes a call that the worker may queue (see `contract/brand/intent.ts`).
 * @throws ApiError as {@link call}; a 412's body has the offer's current state
 */
export async function act<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<CallResponse<E> | QueuedCall> {
  const answer = await exchange(endpoint, options as CallOptions<Endpoint>);
  const later = answer.status === 202 ? v.safeParse(queuedResponseSchema, answer.body) : null;
  if (later?.success) {
    const { actionId, mayHaveArrived, heldUntil } = later.output;
    return { data: null, storedAt: null, queued: { actionId, mayHaveArrived, heldUntil } };
  }
  return toResponse(endpoint, answer);
}
