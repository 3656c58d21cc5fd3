import * as v from 'valibot';
import { replayedHeader } from '#contract/wire/endpoint.ts';
import { isPassing } from '#domain/intents/classify-response.ts';
import { retryAfterMs } from '#domain/time/retry-after.ts';
import type { Reading, WriteGuard } from '#sw/database/write-guard.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Connectivity } from './connectivity.ts';

export interface NetworkRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** Path and query, relative to the API's base. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /**
   * Time after which the request is aborted if the server has responded to a later one. It then hangs on a dead connection, and
   * should be retried on another. Doesn't apply to a GET whose response has begun, which is merely large.
   */
  hangMs?: number;
  signal?: AbortSignal;
  /**
   * True if a server may lack this endpoint and respond with an arbitrary page, which doesn't mean that the network has failed.
   */
  isOptional?: boolean;
}

/** A response from the server itself: JSON for a 2xx, otherwise an error with a message. */
export interface NetworkResponse {
  status: number;
  headers: Headers;
  body: unknown;
  /** Logical time of the request; null if the server replayed an earlier response to the same idempotency key. */
  reading: Reading | null;
}

/**
 * Thrown if the server was not reached, or an intermediary responded in its place, such as a failing gateway or a hotel's login
 * page.
 */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
  /** Status of the intermediary's response; null if there was none. */
  readonly status: number | null;
  /** Retry-After of a gateway, ms. */
  readonly retryAfterMs: number | null;
  /** True if the response redirects to another page, as portals do. */
  redirected = false;
  timedOut = false;
  /** True if only this request got no response, while the server could be reached. */
  hung = false;

  constructor(message: string, answer?: { status: number; retryAfterMs: number | null }) {
    super(message);
    this.status = answer?.status ?? null;
    this.retryAfterMs = answer?.retryAfterMs ?? null;
  }
}

/**
 * True for a response outside the contract that may recur: a captive portal's page, or the response of a server without the
 * endpoint.
 */
export const isForeign = ({ status, redirected }: NetworkFailure): boolean =>
  redirected || (status !== null && !isPassing(status));

export interface Network {
  /**
   * Sends a request, reads the response, and records whether the server was reached.
   * @throws {NetworkFailure} if the server was not reached
   */
  send(request: NetworkRequest): Promise<NetworkResponse>;
}

/** Every server of this API sends errors with a message; a gateway's HTML page doesn't match. */
export const errorSchema = v.object({ message: v.string() });

interface NetworkDeps extends Pick<Runtime, 'fetchApi' | 'now' | 'monotonicNow' | 'wait'> {
  guard: WriteGuard;
}

export function createNetwork(
  { fetchApi, now, monotonicNow, wait, guard }: NetworkDeps,
  connectivity: Connectivity,
): Network {
  async function exchange({ method, path, headers, body }: NetworkRequest, signal: AbortSignal, onBegun: () => void) {
    const reading = guard.begin();
    const response = await fetchApi(path, {
      method,
      headers: { Accept: 'application/json', ...headers },
      cache: 'no-store',
      // A portal redirects to its own page; the API never redirects.
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    });
    onBegun();
    const { status } = response;
    if (status === 0 || response.redirected) {
      throw Object.assign(new NetworkFailure('Redirected'), { redirected: true });
    }
    const text = await response.text();
    const json = parsedJson(text);
    const isAnswer = response.ok ? json !== undefined : v.is(errorSchema, json);
    if (!isAnswer) {
      const retryAfter = retryAfterMs(response.headers, now());
      throw new NetworkFailure(`Answered ${status} by something else`, { status, retryAfterMs: retryAfter });
    }
    const isReplayed = response.headers.get(replayedHeader) === 'true';
    return { status, headers: response.headers, body: json, reading: isReplayed ? null : reading };
  }

  return {
    async send(request) {
      const pending = connectivity.begin();
      const controller = new AbortController();
      const abort = () => controller.abort();
      const hang = watchForHanging({ monotonicNow, wait, connectivity }, request.hangMs ?? Number.POSITIVE_INFINITY);
      const begun = () => (request.method === 'GET' ? hang.stop() : undefined);
      const givingUp = [request.signal, hang.signal].filter((signal) => signal !== undefined);
      for (const signal of givingUp) signal.addEventListener('abort', abort);
      if (request.signal?.aborted) abort();
      // The timeout covers the body, too: on a half-open connection it may never end.
      const timedOut = wait(request.timeoutMs, controller.signal).then((): never => {
        controller.abort();
        throw Object.assign(new NetworkFailure('Timed out'), { timedOut: true });
      });
      try {
        const answer = await Promise.race([exchange(request, controller.signal, begun), timedOut]);
        pending.answered();
        return answer;
      } catch (error) {
        const failure = error instanceof NetworkFailure ? error : new NetworkFailure(String(error));
        // An intermediary may refuse writes while reads pass, so only a refused read says anything about the network.
        const isRefused = failure.status !== null && request.method !== 'GET';
        const mayLack = request.isOptional === true && isForeign(failure);
        if (isRefused || mayLack || givingUp.some(({ aborted }) => aborted)) pending.dropped();
        else pending.failed();
        failure.hung = hang.signal.aborted;
        throw failure;
      } finally {
        hang.stop();
        for (const signal of givingUp) signal.removeEventListener('abort', abort);
        timedOut.catch(() => undefined);
        controller.abort();
      }
    },
  };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Watched {
  /** Aborts if the request hangs. */
  signal: AbortSignal;
  stop(): void;
}

/**
 * Watches a request that is being sent now. It counts as hanging on a dead connection once the server has responded to a later
 * one.
 * @param hangMs minimum time to allow
 */
export function watchForHanging(
  { monotonicNow, wait, connectivity }: Pick<Runtime, 'monotonicNow' | 'wait'> & { connectivity: Connectivity },
  hangMs: number,
): Watched {
  const startedAt = monotonicNow();
  const hanging = new AbortController();
  const over = new AbortController();
  const stopListening = connectivity.onAnswer((requestStartedAt) => {
    if (requestStartedAt <= startedAt + hangMs / 2) return;
    // The deadline is now fixed; further responses don't change it.
    stopListening();
    void wait(startedAt + hangMs - monotonicNow(), over.signal).then(() => {
      if (!over.signal.aborted) hanging.abort();
    });
  });
  return {
    signal: hanging.signal,
    stop() {
      stopListening();
      over.abort();
    },
  };
}
