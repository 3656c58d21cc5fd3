import { ApiError } from '../api-error.ts';

export const tooLarge = (limitBytes: number) =>
  new ApiError('payload_too_large', `Expected at most ${limitBytes} bytes.`);

/**
 * A request's body as it arrives. A length may be missing or untrue: what arrives is counted. Reading may stop early: the
 * body is left where it is and not cancelled, which would end the connection before the refusal has been heard.
 * @throws {ApiError} 413 beyond `limitBytes`, 400 if the request ends early
 */
export async function* bodyChunks(request: Request, limitBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limitBytes) throw tooLarge(limitBytes);
  if (request.body === null) return;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  try {
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        // The connection broke: nobody hears the answer, and it is no failure of ours to log.
        throw new ApiError('invalid_request', 'The request ended early.');
      });
      if (done) return;
      length += value.length;
      if (length > limitBytes) throw tooLarge(limitBytes);
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** @throws {ApiError} 415 for a body that doesn't call itself JSON */
export function requireJsonType(request: Request): void {
  const type = request.headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ApiError('unsupported_media_type', 'Expected application/json.');
}

/**
 * A body's text as JSON.
 * @throws {ApiError} 400 for anything else
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError('invalid_request', 'Expected JSON.', { issues: [{ path: 'body', message: 'Expected JSON.' }] });
  }
}
