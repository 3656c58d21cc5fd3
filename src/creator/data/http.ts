import * as v from 'valibot';
import { type CallOf, type Endpoint, pathOf, type ResponseOf, replayedHeader } from '#contract/wire/endpoint.ts';
import { limits } from '#domain/shared/limits.ts';
import { CallFailure } from './failure.ts';

type Params<E extends Endpoint> = (undefined extends CallOf<E>['body'] ? object : { body: CallOf<E>['body'] }) & {
  /** The link's token; sent with every call that isn't public. */
  token: string;
  /** One key per tapped move, reused until the move's outcome is known. */
  idempotencyKey?: string;
  /** Version of the offer that the creator saw. */
  version?: number;
  signal?: AbortSignal;
};

interface CallResponse<E extends Endpoint> {
  data: ResponseOf<E>;
  /** True if the response is a replay for the same key, as old as the original. */
  isReplay: boolean;
}

/** Aborts with the caller's signal, or after 30 s. `AbortSignal.any` is newer than the browsers we support. */
function underClock(signal: AbortSignal | undefined): AbortSignal {
  const controller = new AbortController();
  const end = (by: AbortSignal) => controller.abort(by.reason);
  for (const by of [AbortSignal.timeout(limits.requestTimeoutMs), ...(signal ? [signal] : [])]) {
    if (by.aborted) end(by);
    by.addEventListener('abort', () => end(by), { signal: controller.signal });
  }
  return controller.signal;
}

async function exchange(path: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(path, init);
    // The timeout covers the body, too: on a half-open connection it may never end.
    return { response, text: await response.text() };
  } catch (error) {
    throw new CallFailure(error instanceof DOMException && error.name === 'TimeoutError' ? 408 : 0);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const retryAfterMs = (response: Response): number | null => {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
};

/**
 * Makes one call of a creator's link and parses its response.
 * @throws {CallFailure} unless the response is a 2xx that matches the contract
 */
export async function callCreator<E extends Endpoint>(endpoint: E, given: Params<E>): Promise<CallResponse<E>> {
  const { token, idempotencyKey, version, body, signal } = given as Params<E> & { body?: unknown };
  const headers = new Headers({ Accept: 'application/json' });
  if (endpoint.access !== 'public') headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  if (version !== undefined) headers.set('If-Match', `"${version}"`);
  const { response, text } = await exchange(pathOf(endpoint), {
    method: endpoint.method,
    headers,
    cache: 'no-store',
    signal: underClock(signal),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = parsed(text);
  if (!response.ok) throw new CallFailure(response.status, answer, retryAfterMs(response));
  const found = v.safeParse(endpoint.answer, answer);
  // A captive portal's login page has status 200, so our server wasn't reached.
  if (!found.success) throw new CallFailure(answer === null ? 0 : response.status, answer);
  return { data: found.output as ResponseOf<E>, isReplay: response.headers.has(replayedHeader) };
}
