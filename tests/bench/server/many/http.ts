import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import * as v from 'valibot';
import { errorBodySchema } from '#contract/wire/error.ts';

export interface Answer {
  /** 0 if there was none. */
  status: number;
  headers: Headers;
  /** Null unless it is JSON. */
  body: unknown;
  /** The contract's error code. */
  code: string | null;
  /** True for JSON that, if it is an error, is the contract's: not a gateway's page. */
  isOfContract: boolean;
}

interface Call {
  agent: Agent;
  url: string;
  token: string;
  /** POST with a body, else GET. */
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs: number;
}

const none: Answer = { status: 0, headers: new Headers(), body: null, code: null, isOfContract: false };

/** Sends one request, as a phone's worker does. Never throws. */
export function call({ agent, url, token, body, headers = {}, timeoutMs }: Call): Promise<Answer> {
  return new Promise((resolve) => {
    const all = {
      Authorization: `Bearer ${token}`,
      ...headers,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const signal = AbortSignal.timeout(timeoutMs);
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request(url, { agent, method, headers: all, signal }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('error', () => resolve(none));
      response.once('end', () => {
        const text = Buffer.concat(pieces).toString();
        resolve(answerOf(response.statusCode ?? 0, response.headers, text));
      });
    });
    asked.once('error', () => resolve(none));
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function answerOf(status: number, given: IncomingHttpHeaders, text: string): Answer {
  const headers = new Headers(Object.entries(given).flatMap(([name, value]) => [[name, String(value)]]));
  const body = parseJson(text);
  const error = status < 300 ? null : v.safeParse(errorBodySchema, body);
  const code = error?.success ? error.output.code : null;
  return { status, headers, body, code, isOfContract: error === null ? body !== null : error.success };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
