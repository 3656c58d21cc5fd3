import { vi } from 'vitest';
import { getFlags } from '#contract/account/flags.ts';
import { forOpenPages } from './page-life.ts';

export interface FakeCall {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
}
type Answer = (call: FakeCall) => unknown;

export interface FakeApi {
  /** Every call made, in order. */
  readonly calls: FakeCall[];
  /** Calls to one target, such as `PUT /brand/v1.0/brands/current`. */
  to(target: string): FakeCall[];
  /** Sets the response of a target from now on. */
  on(target: string, answer: Answer): void;
}

/** A response other than a 200. */
export const status = (code: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status: code, headers: { 'Content-Type': 'application/json' } });

/** An error in the server's format. */
export const refusal = (code: number, errorCode: string, message: string): Response =>
  status(code, { message, code: errorCode });

/** Fails like a fetch without a network. */
export const noNetwork = (): never => {
  throw new TypeError('Failed to fetch');
};

const never = () => new Promise<never>(() => undefined);

/** The network of a test's page that has no API. */
export const noApi: typeof fetch = forOpenPages(async ({ unanswered }, input: unknown, init: RequestInit = {}) => {
  unanswered.push(`${init.method ?? 'GET'} ${input}`);
  return never();
});

/**
 * The API behind `fetch`, until the test ends. Targets are `METHOD /path`; a value that is not a Response becomes a 200
 * with it as JSON. A call without a response never settles, and fails the test that made it.
 */
export function fakeApi(answers: Record<string, Answer>): FakeApi {
  const calls: FakeCall[] = [];
  const known = new Map(Object.entries(answers));
  const serve: typeof fetch = forOpenPages(async ({ unanswered }, input: unknown, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://localhost');
    const call: FakeCall = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    // Every page requests flags, which are optional: by default the server has none.
    if (call.path === getFlags.path && !known.has(`GET ${getFlags.path}`)) return status(404, {});
    calls.push(call);
    const target = `${call.method} ${call.path}`;
    const answer = known.get(target);
    if (!answer) {
      unanswered.push(target);
      return never();
    }
    const given = await answer(call);
    return given instanceof Response ? given : status(200, given);
  });
  vi.spyOn(globalThis, 'fetch').mockImplementation(serve);
  return {
    calls,
    to: (target) => calls.filter(({ method, path }) => `${method} ${path}` === target),
    on: (target, answer) => known.set(target, answer),
  };
}
