/** Fate of one request; times are in ms. */
export type Fate =
  | { kind: 'pass'; delayMs?: number; answerDelayMs?: number }
  /** The connection is refused, or reset before the request reaches the server. */
  | { kind: 'refuse'; delayMs?: number }
  /** The server acts, and its response is lost. */
  | { kind: 'lose-answer'; delayMs?: number }
  /** No response ever arrives. With `acts` the server has acted anyway. */
  | { kind: 'hang'; acts?: boolean }
  /** The browser itself, or a dying connection, delivers the request twice. */
  | { kind: 'twice'; laterMs: number }
  /** A gateway or a portal responds. */
  | { kind: 'answer'; status: number; body: string; headers?: Record<string, string>; redirected?: boolean };

/** A captive portal's login page. */
export const portal: Fate = {
  kind: 'answer',
  status: 200,
  body: '<!doctype html><title>Free Wi-Fi</title>',
  headers: { 'Content-Type': 'text/html' },
};

export interface WireRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: string;
}
export interface WireAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Creates the part of a Response that the worker reads: real ones take most of a simulation's time. */
function aResponse(status: number, text: string, headers: Record<string, string>, redirected = false): Response {
  const ok = status >= 200 && status < 300;
  const read = { text: async () => text, json: async (): Promise<unknown> => JSON.parse(text) };
  return { status, ok, redirected, headers: new Headers(headers), ...read } as Response;
}

interface Options {
  serve(request: WireRequest): WireAnswer;
  wait(ms: number): Promise<void>;
  fateOf(request: WireRequest): Fate;
}

/** Creates a phone's `fetch`, in which each request meets its fate. */
export function createFakeFetch({
  serve,
  wait,
  fateOf,
}: Options): (url: string, init: RequestInit) => Promise<Response> {
  const responseOf = ({ status, body, headers }: WireAnswer) =>
    aResponse(status, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });

  async function meet(request: WireRequest, fate: Fate): Promise<Response> {
    switch (fate.kind) {
      case 'pass': {
        await wait(fate.delayMs ?? 0);
        const answer = serve(request);
        await wait(fate.answerDelayMs ?? 0);
        return responseOf(answer);
      }
      case 'refuse':
        await wait(fate.delayMs ?? 0);
        throw new TypeError('Failed to fetch');
      case 'lose-answer':
        await wait(fate.delayMs ?? 0);
        serve(request);
        throw new TypeError('Failed to fetch');
      case 'hang':
        if (fate.acts) serve(request);
        return new Promise(() => {});
      case 'twice': {
        const answer = serve(request);
        void wait(fate.laterMs).then(() => serve(request));
        return responseOf(answer);
      }
      case 'answer': {
        const { status, body, headers = {}, redirected = false } = fate;
        return aResponse(status, body, headers, redirected);
      }
    }
  }

  return (url, init) => {
    const request = {
      method: init.method ?? 'GET',
      url: new URL(url),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : '',
    };
    const { signal } = init;
    return new Promise((resolve, reject) => {
      const aborted = () => reject(new DOMException('Aborted', 'AbortError'));
      if (signal?.aborted) return aborted();
      signal?.addEventListener('abort', aborted);
      meet(request, fateOf(request)).then(resolve, reject);
    });
  };
}
