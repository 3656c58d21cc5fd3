import { maxJsonDepth } from '#contract/wire/bounds.ts';
import { ApiError } from '#server/errors/api-error.ts';

export const tooLarge = (limitBytes: number) =>
  new ApiError('payload_too_large', `Expected at most ${limitBytes} bytes.`);

/**
 * Parses a request's body as JSON; undefined if there is none.
 * @throws {ApiError} 413 beyond `limitBytes`, 415 for another content type, 400 for invalid JSON
 */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, limitBytes);
  if (bytes.length === 0) return undefined;
  requireJsonType(request);
  return parseJson(bytes);
}

/**
 * A request's body as bytes.
 * @throws {ApiError} 413 beyond `limitBytes`, 400 if it ends early
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyChunks(request, limitBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Maximum bytes in flight after a client has written its whole body: the size of a connection's buffers. */
const maxInFlightBytes = 8_000_000;

/**
 * A request's body as it arrives. Received bytes are counted, because a declared length may be missing or wrong. If
 * reading stops early, the body isn't cancelled, which would close the connection before the client received the error.
 * A client that is still sending gets the error and loses the connection. A client that has sent everything considers
 * the connection reusable, so the rest is read and discarded: node-server would otherwise close it during the next request.
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
        // The connection broke: no client is left to respond to, and it isn't a server error.
        throw new ApiError('invalid_request', 'The request ended early.');
      });
      isWhole = done;
      if (done) return;
      length += value.length;
      if (length > limitBytes) throw tooLarge(limitBytes);
      yield value;
    }
  } finally {
    if (!isWhole && saidBytes - length < maxInFlightBytes) void readAway(reader);
    else reader.releaseLock();
  }
}

/** Reads and discards the rest, until the body or the connection ends. */
async function readAway(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection broke.
  }
}

/** @throws {ApiError} 415 unless the content type is JSON */
export function requireJsonType(request: Request): void {
  const type = request.headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ApiError('unsupported_media_type', 'Expected application/json.');
}

/**
 * Parses a body as JSON.
 * @throws {ApiError} 400 for invalid JSON, and for JSON that is nested too deeply
 */
export function parseJson(bytes: Uint8Array): unknown {
  requireMaxDepth(bytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw notJson('Expected JSON.');
  }
}

/**
 * @throws {ApiError} 400 for JSON that is nested too deeply: parsing 800 KB of `[` blocks the process for half a second
 */
export function requireMaxDepth(bytes: Uint8Array): void {
  if (isNestedDeeper(bytes, maxJsonDepth)) throw notJson(`Expected JSON of at most ${maxJsonDepth} levels.`);
}

const notJson = (message: string) => new ApiError('invalid_request', message, { issues: [{ path: 'body', message }] });

const [quote, backslash] = [0x22, 0x5c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * True if a JSON text has more than `levels` nested arrays and objects. It scans bytes without building values, and
 * stops at the first level too many. The result for invalid JSON doesn't matter, since the parser rejects it.
 */
function isNestedDeeper(bytes: Uint8Array, levels: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) {
      isInString = true;
    } else if (byte === openArray || byte === openObject) {
      depth += 1;
      if (depth > levels) return true;
    } else if (byte === closeArray || byte === closeObject) {
      depth -= 1;
    }
  }
  return false;
}
