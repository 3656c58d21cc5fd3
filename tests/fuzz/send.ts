import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import * as v from 'valibot';
import { endpoints } from '#contract/calls/endpoints.ts';
import { errorBodySchema } from '#contract/wire/error.ts';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  /** 0 without a response. */
  status: number;
  /** Time from the first byte sent to the last one received. */
  timeMs: number;
  /** A breach of the contract; null if there is none. */
  breach: string | null;
}

const noAnswerMs = 20_000;

export function createSender(address: string, atOnce: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  return {
    send: (asked: FuzzRequest, token: string | null): Promise<FuzzAnswer> =>
      new Promise((resolve) => {
        const startedAt = performance.now();
        const end = (status: number, breach: string | null) =>
          resolve({ status, timeMs: performance.now() - startedAt, breach });
        const headers = { ...asked.headers, ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
        const length = asked.body === null ? {} : { 'Content-Length': String(asked.body.length) };
        const options = { method: asked.method, headers: { ...headers, ...length }, agent, timeout: noAnswerMs };
        // The path is sent unparsed, since parsing would repair intentionally broken paths.
        const { hostname, port } = new URL(address);
        const sent = request({ hostname, port, path: asked.path, ...options }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', () => end(0, 'the answer broke off'));
          response.on('end', () => {
            const status = response.statusCode ?? 0;
            const encoding = response.headers['content-encoding'];
            end(status, breachOf(asked, status, plain(Buffer.concat(chunks), encoding).toString()));
          });
        });
        sent.on('timeout', () => sent.destroy());
        sent.on('error', () => end(0, 'no answer came'));
        sent.end(asked.body);
      }),
    close: () => agent.destroy(),
  };
}

function plain(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0 || encoding === undefined) return bytes;
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : inflateSync(bytes);
}

/** Node itself rejects malformed HTTP with these, without a body. */
const ofNode = new Set([400, 431]);

function breachOf({ name, method }: FuzzRequest, status: number, text: string): string | null {
  if (method === 'HEAD' || status === 304 || (text === '' && ofNode.has(status))) return null;
  const isMeant = method === endpoints[name].method;
  try {
    const body: unknown = JSON.parse(text);
    if (status >= 400) return v.is(errorBodySchema, body) ? null : 'an error that is none of the contract';
    return !isMeant || v.is(endpoints[name].answer, body) ? null : 'an answer that is not the contract’s';
  } catch {
    return status >= 400 || isMeant ? 'an answer that is no JSON' : null;
  }
}
