import { deepestJson } from '#contract/wire/bounds.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { isNestedDeeper } from './json-depth.ts';

export const tooLarge = (limitBytes: number) =>
  new ApiError('payload_too_large', `Expected at most ${limitBytes} bytes.`);

/**
 * Reads the body of a request as JSON; undefined where there is none.
 * @throws {ApiError} 413 beyond `limitBytes`, 415 for what doesn't call itself JSON, 400 for what isn't.
 */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, limitBytes);
  if (bytes.length === 0) return undefined;
  requireJsonType(request);
  return parseJson(bytes);
}

/**
 * The bytes of a request's body.
 * @throws {ApiError} 413 beyond `limitBytes`, 400 if it ends early
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyChunks(request, limitBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The most of a body that may be in flight once its sender has written all of it: the size of a connection's buffers. */
const onTheWayBytes = 8_000_000;

/**
 * A request's body as it arrives. A declared length may be missing or wrong, so the received bytes are counted. If reading
 * stops early, the body isn't cancelled, which would close the connection before the client received the error. A client that
 * is still sending gets the error and loses the connection. One that has sent everything considers the connection reusable, so
 * the rest is read and discarded: node-server would otherwise close it under the next request.
 * @throws {ApiError} 413 beyond `limitBytes`, 400 if the request ends early
 */
export async function* bodyChunks(request: Request, limitBytes: number): AsyncGenerator<Uint8Array> {
  const saidBytes = Number(request.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY);
  if (request.body === null) return;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  let length = 0;
  let isWhole = false;
  try {
    if (Number.isFinite(saidBytes) && saidBytes > limitBytes) throw tooLarge(limitBytes);
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        // The connection broke: no client is left to answer, and it is not a server error to log.
        throw new ApiError('invalid_request', 'The request ended early.');
      });
      isWhole = done;
      if (done) return;
      length += value.length;
      if (length > limitBytes) throw tooLarge(limitBytes);
      yield value;
    }
  } finally {
    if (!isWhole && saidBytes - length < onTheWayBytes) void readAway(reader);
    else reader.releaseLock();
  }
}

/** Reads until the body's end, or the connection's. */
async function readAway(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection broke.
  }
}

/** @throws {ApiError} 415 for a body that doesn't call itself JSON */
export function requireJsonType(request: Request): void {
  const type = request.headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ApiError('unsupported_media_type', 'Expected application/json.');
}

/**
 * Parses a body as JSON.
 * @throws {ApiError} 400 for anything else, and for JSON that is nested too deep
 */
export function parseJson(bytes: Uint8Array): unknown {
  requireShallow(bytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw notJson('Expected JSON.');
  }
}

/** @throws {ApiError} 400 for JSON that is nested too deep: parsing 800 KB of `[` holds the process for half a second */
export function requireShallow(bytes: Uint8Array): void {
  if (isNestedDeeper(bytes, deepestJson)) throw notJson(`Expected JSON of at most ${deepestJson} levels.`);
}

const notJson = (message: string) => new ApiError('invalid_request', message, { issues: [{ path: 'body', message }] });
