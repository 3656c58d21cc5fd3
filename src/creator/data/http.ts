import * as v from 'valibot';
import { type AnswerOf, type CallOf, type Endpoint, pathOf, replayedHeader } from '#contract/wire/endpoint.ts';
import { limits } from '#domain/shared/limits.ts';
import { CallFailure } from './failure.ts';

type Given<E extends Endpoint> = (undefined extends CallOf<E>['body'] ? object : { body: CallOf<E>['body'] }) & {
  /** The link's token; sent with every call but those for anyone. */
  token: string;
  /** One for each tapped move, kept until its outcome is known. */
  idempotencyKey?: string;
  /** The offer's version that was looked at. */
  version?: number;
  signal?: AbortSignal;
};

interface Answered<E extends Endpoint> {
  data: AnswerOf<E>;
  /** True if the answer repeats an earlier one to the same key: it is as old as the first. */
  isReplay: boolean;
}

/** Ends with the caller's interest, or after 30 s. `AbortSignal.any` is newer than the engines we support. */
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
    // The body is read under the same timeout: on a half-open network it may never end.
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
 * Makes one call of a creator's link and parses its answer.
 * @throws {CallFailure} for anything but a 2xx answer of the contract
 */
export async function callCreator<E extends Endpoint>(endpoint: E, given: Given<E>): Promise<Answered<E>> {
  const { token, idempotencyKey, version, body, signal } = given as Given<E> & { body?: unknown };
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
  // A portal's log-in page comes with status 200: the server was not reached.
  if (!found.success) throw new CallFailure(answer === null ? 0 : response.status, answer);
  return { data: found.output as AnswerOf<E>, isReplay: response.headers.has(replayedHeader) };
}
