import type { ErrorBody } from '#contract/wire/error.ts';

/** A request as the proxy sees it: the path with its query. */
export interface SeenRequest {
  method: string;
  path: string;
}

/** Filter of the requests that meet a fault: all that fit its given parts, or those that a function picks. */
export type RequestMatch = { method?: string; pathPattern?: RegExp } | ((request: SeenRequest) => boolean);

interface Scope {
  /** Only these requests meet the fault, the others pass; without it all do. */
  match?: RequestMatch;
  /** The fault happens so many times, then everything passes. */
  times?: number;
}

/** The ways in which the cable can fail. With any of them `navigator.onLine` stays true, as on a real bad network. */
export type FaultMode =
  | { kind: 'pass' }
  /** Nothing listens: connections are refused. */
  | { kind: 'refuse' }
  /** RST at once to each connection, or with a match or a count to each request. The server hears nothing. */
  | ({ kind: 'reset' } & Scope)
  /**
   * The server has acted; its answer is cut by RST. `bytes` counts from the answer's status line, or from its body. It is
   * exact for a few kilobytes: beyond, RST may take back bytes that the receiver had no room for yet.
   */
  | ({ kind: 'reset-after-bytes'; bytes: number; from?: 'answer' | 'body' } & Scope)
  /** The server has acted and answered; RST before a byte of it passes. */
  | ({ kind: 'lose-answer' } & Scope)
  /** The connection is half-open: everything is taken, nothing is passed on, nothing ever comes back. */
  | ({ kind: 'stall' } & Scope)
  /** Holds for `ms` the request before the server sees it (the default), or the answer after the server acted. */
  | ({ kind: 'delay'; ms: number; hold?: 'request' | 'answer' } & Scope)
  /** A hotel's login page answers: 200 with HTML, or 302 to a page with it. */
  | ({ kind: 'captive-portal'; portal: 'html' | 'redirect' } & Scope)
  /** A gateway's answer; with `said` it is one that the server may give before it looks at the request. */
  | ({ kind: 'status'; status: 429 | 500 | 502 | 503; retryAfterSeconds?: number; said?: ErrorBody } & Scope);

export type FaultKind = FaultMode['kind'];

export interface NamedMode {
  /** Fault in words, for a test's title. */
  name: string;
  mode: FaultMode;
  /** True if a request reaches the server, though its answer may not come back. */
  serverActs: boolean;
}

/** All faults, for tests that walk them; `pass` is none. */
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

/** All faults, and the healthy cable. */
export const allModes: readonly NamedMode[] = [
  { name: 'passes everything', mode: { kind: 'pass' }, serverActs: true },
  ...faultModes,
];

/** True if a request fits the filter; without a filter every request does. */
export function matches(request: SeenRequest, match: RequestMatch | undefined): boolean {
  if (match === undefined) return true;
  if (typeof match === 'function') return match(request);
  if (match.method !== undefined && match.method !== request.method) return false;
  // Unlike test(), search() ignores a global pattern's lastIndex.
  return match.pathPattern === undefined || request.path.search(match.pathPattern) >= 0;
}
