import type { ErrorBody } from '#contract/wire/error.ts';

/** A request as the proxy sees it: the path with its query. */
export interface SeenRequest {
  method: string;
  path: string;
}

/** Filter for the requests that get a fault: all that match its given parts, or those that a function picks. */
export type RequestMatch = { method?: string; pathPattern?: RegExp } | ((request: SeenRequest) => boolean);

interface Scope {
  /** Only these requests get the fault; without it, all do. */
  match?: RequestMatch;
  /** The fault happens this many times; later requests pass. */
  times?: number;
}

/** Ways in which the connection can fail. `navigator.onLine` stays true in all of them, as on a real bad network. */
export type FaultMode =
  | { kind: 'pass' }
  /** Nothing listens: connections are refused. */
  | { kind: 'refuse' }
  /** RST at once for each connection or, with a match or a count, for each request. The server receives nothing. */
  | ({ kind: 'reset' } & Scope)
  /**
   * The server has acted; its response is cut by RST. `bytes` counts from the response's status line, or from its body.
   * It is exact for a few kilobytes: beyond, RST may discard bytes that the receiver had no space for yet.
   */
  | ({ kind: 'reset-after-bytes'; bytes: number; from?: 'answer' | 'body' } & Scope)
  /** The server has acted and responded; RST before any byte passes. */
  | ({ kind: 'lose-answer' } & Scope)
  /** The connection is half-open: it accepts everything, but forwards and returns nothing. */
  | ({ kind: 'stall' } & Scope)
  /** Delays the request before the server sees it (the default), or the response after the server acted, by `ms`. */
  | ({ kind: 'delay'; ms: number; hold?: 'request' | 'answer' } & Scope)
  /** A hotel's login page responds: 200 with HTML, or 302 to a page with it. */
  | ({ kind: 'captive-portal'; portal: 'html' | 'redirect' } & Scope)
  /** A gateway's response; with `said`, one that the server may send before it looks at the request. */
  | ({ kind: 'status'; status: 429 | 500 | 502 | 503; retryAfterSeconds?: number; said?: ErrorBody } & Scope);

export type FaultKind = FaultMode['kind'];

export interface NamedMode {
  /** Fault in words, for test titles. */
  name: string;
  mode: FaultMode;
  /** True if a request reaches the server, even if its response may be lost. */
  serverActs: boolean;
}

/** All faults, excluding `pass`. */
export const faultModes: readonly NamedMode[] = [
  { name: 'refuses connections', mode: { kind: 'refuse' }, serverActs: false },
  { name: 'resets connections at once', mode: { kind: 'reset' }, serverActs: false },
  { name: 'loses the answer', mode: { kind: 'lose-answer' }, serverActs: true },
  { name: 'cuts the answer in its head', mode: { kind: 'reset-after-bytes', bytes: 20 }, serverActs: true },
  {
    name: 'cuts the answer in its body',
    mode: { kind: 'reset-after-bytes', bytes: 10, from: 'body' },
    serverActs: true,
  },
  { name: 'stalls half-open', mode: { kind: 'stall' }, serverActs: false },
  { name: 'brings requests 4 s late', mode: { kind: 'delay', ms: 4_000 }, serverActs: true },
  { name: 'brings answers 4 s late', mode: { kind: 'delay', ms: 4_000, hold: 'answer' }, serverActs: true },
  {
    name: "answers with a captive portal's page",
    mode: { kind: 'captive-portal', portal: 'html' },
    serverActs: false,
  },
  { name: 'redirects to a captive portal', mode: { kind: 'captive-portal', portal: 'redirect' }, serverActs: false },
  { name: 'answers 502', mode: { kind: 'status', status: 502 }, serverActs: false },
  {
    name: 'answers 503 with Retry-After',
    mode: { kind: 'status', status: 503, retryAfterSeconds: 1 },
    serverActs: false,
  },
  {
    name: 'answers 429 with Retry-After',
    mode: { kind: 'status', status: 429, retryAfterSeconds: 1 },
    serverActs: false,
  },
];

/** All faults, and a working connection. */
export const allModes: readonly NamedMode[] = [
  { name: 'passes everything', mode: { kind: 'pass' }, serverActs: true },
  ...faultModes,
];

/** True if a request matches the filter, or if there is none. */
export function matches(request: SeenRequest, match: RequestMatch | undefined): boolean {
  if (match === undefined) return true;
  if (typeof match === 'function') return match(request);
  if (match.method !== undefined && match.method !== request.method) return false;
  // Unlike test(), search() ignores a global pattern's lastIndex.
  return match.pathPattern === undefined || request.path.search(match.pathPattern) >= 0;
}
