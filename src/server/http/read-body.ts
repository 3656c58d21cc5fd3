import { ApiError } from '../api-error.ts';

const tooLarge = (limit: number) =>
  new ApiError('payload_too_large', `Expected at most ${limit} bytes.`, { headers: { Connection: 'close' } });

/**
 * Reads the body of a request as JSON; undefined where there is none.
 * @throws {ApiError} 413 beyond `limit` bytes, 415 for what doesn't call itself JSON, 400 for what isn't.
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw tooLarge(limit);
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) return undefined;
  const type = request.headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ApiError('unsupported_media_type', 'Expected application/json.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError('invalid_request', 'Expected JSON.', { issues: [{ path: 'body', message: 'Expected JSON.' }] });
  }
}

/**
 * The bytes of a request's body. A length may be missing or untrue: what arrives is counted.
 * @throws {ApiError} 413 beyond `limit` bytes, 400 if it ends early
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The connection broke: nobody hears the answer, and it is no failure of ours to log.
    throw new ApiError('invalid_request', 'The request ended early.');
  }
  return Buffer.concat(chunks);
}
