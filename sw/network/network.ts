import * as v from 'valibot';
import { replayedHeader } from '#contract/wire/endpoint.ts';
import { isPassing } from '#domain/intents/classify-answer.ts';
import { retryAfterMs } from '#domain/time/retry-after.ts';
import type { Reading, WriteGuard } from '#sw/database/write-guard.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Connectivity } from './connectivity.ts';

export interface NetworkRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** Path with its query, behind the API's base. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /**
   * Time after which the request is aborted if the server has answered a later one: this one hangs on a dead connection, and
   * should be retried on another. A GET whose response has begun is only large.
   */
  hangMs?: number;
  signal?: AbortSignal;
  /** A server may lack the call, and answer it with any page: that doesn't say that the network has failed. */
  isOptional?: boolean;
}

/** An answer of the server itself: JSON for a 2xx, an error that says what is wrong for the rest. */
export interface NetworkAnswer {
  status: number;
  headers: Headers;
  body: unknown;
  /** Time of the request; null if the server replayed an earlier answer to the same idempotency key. */
  reading: Reading | null;
}

/** The server was not reached, or an intermediary answered for it: a failing gateway, a hotel's login page. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
  /** The status of the intermediary's answer; null if there was none. */
  readonly status: number | null;
  /** Time that a gateway asked to be left alone for. */
  readonly retryAfterMs: number | null;
  /** Something redirects to another page, as portals do. */
  redirected = false;
  /** It timed out. */
  timedOut = false;
  /** It alone got no answer, while the server could be reached. */
  hung = false;

  constructor(message: string, answer?: { status: number; retryAfterMs: number | null }) {
    super(message);
    this.status = answer?.status ?? null;
    this.retryAfterMs = answer?.retryAfterMs ?? null;
  }
}

/** True for an answer outside the contract that may recur: a captive portal's, or one of a server without the call. */
export const isForeign = ({ status, redirected }: NetworkFailure): boolean =>
  redirected || (status !== null && !isPassing(status));

export interface Network {
  /**
   * Sends a request, reads its answer, and notes whether the server was reached.
   * @throws {NetworkFailure} where it was not
   */
  send(request: NetworkRequest): Promise<NetworkAnswer>;
}

/** An error in words, as every server of this kind sends it; a gateway's page of HTML is none. */
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
      // A portal redirects to its own page; the API never does.
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
      // The body is read under the same clock: a half-open network may never end it.
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
        // A gateway may refuse writes while reads pass, so only a refused read says anything about the network.
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
  /** Aborts where the request hangs. */
  signal: AbortSignal;
  stop(): void;
}

/**
 * Watches a request that is sent now: it counts as hanging on a dead connection once the server has answered a later one.
 * @param hangMs how long it may take at least
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
    // The deadline is known from here on; further answers don't change it.
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
