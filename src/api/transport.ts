import { isSuccess } from '#domain/intents/classify-response.ts';
import { limits } from '#domain/shared/limits.ts';
import { ApiError, afterSends, errorFromResponse, errorOfNetwork, errorTexts, isNetworkFailure } from './error.ts';

const { requestTimeoutMs, networkRetryWaitsMs } = limits;

export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** True if the request is retried after a network failure: it's a read, or has an idempotency key. */
  repeatable: boolean;
  /** True if an earlier attempt got no response. */
  mayHaveArrived?: boolean;
  signal?: AbortSignal | undefined;
}

export interface WireResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Safari, or any browser on an iPhone: they share its network layer. */
export const isSafari = (userAgent = navigator.userAgent): boolean =>
  /safari/i.test(userAgent) && !/chrome|chromium|android/i.test(userAgent);

/**
 * Safari caches GET responses longer than their headers allow, so a timestamp makes each URL unique. The worker
 * interprets `Cache-Control` on a request as "network first", so the header is omitted on a controlled page.
 */
function bustingSafarisCache(request: WireRequest): WireRequest {
  const url = `${request.url}${request.url.includes('?') ? '&' : '?'}_=${Date.now()}`;
  const asked: Record<string, string> = navigator.serviceWorker?.controller ? {} : { 'Cache-Control': 'no-cache' };
  return { ...request, url, headers: { Pragma: 'no-cache', ...asked, ...request.headers } };
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A captive portal's login page has status 200, so our server wasn't reached.
    if (response.ok) throw new ApiError(0, 'network', errorTexts.network);
    return undefined;
  }
}

async function sendOnce(request: WireRequest): Promise<WireResponse> {
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, requestTimeoutMs);
  const abort = () => controller.abort(request.signal?.reason);
  if (request.signal?.aborted) abort();
  request.signal?.addEventListener('abort', abort);
  try {
    const { method, headers, body } = request;
    const response = await fetch(request.url, {
      method,
      headers,
      signal: controller.signal,
      ...(body === undefined ? {} : { body }),
    });
    // The timeout covers the body, too: on a half-open connection it may never end.
    return { status: response.status, headers: response.headers, body: await bodyOf(response) };
  } catch (error) {
    if (timedOut) throw new ApiError(408, 'timeout', errorTexts.timeout);
    if (request.signal?.aborted || error instanceof ApiError) throw error;
    throw errorOfNetwork(error, isSafari());
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', abort);
  }
}

/** Resolves after `ms`, or immediately when the caller aborts. */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}

/**
 * Sends a request and reads its response. Network failures of repeatable requests are retried after 1 s and 2 s. The
 * server may refuse a retry before it checks the key (429, 503, 401). The earlier attempt may still have arrived, so
 * the error has `mayHaveArrived`.
 * @throws ApiError 408 after 30 s, 0 if no server responded, otherwise the status of a response that isn't 2xx
 */
export async function transport(request: WireRequest): Promise<WireResponse> {
  const busting = request.method === 'GET' && isSafari();
  const waitsMs = request.repeatable ? [...(busting ? [0] : []), ...networkRetryWaitsMs] : [];
  let { mayHaveArrived = false } = request;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await sendOnce(busting ? bustingSafarisCache(request) : request);
      if (isSuccess(answer.status)) return answer;
      throw errorFromResponse(answer.status, answer.body);
    } catch (error) {
      const waitMs = waitsMs[attempt];
      if (!isNetworkFailure(error) || waitMs === undefined || request.signal?.aborted) {
        throw afterSends(error, mayHaveArrived);
      }
      mayHaveArrived = true;
      await wait(waitMs, request.signal);
      if (request.signal?.aborted) throw error;
    }
  }
}
