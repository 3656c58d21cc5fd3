import { bodyChunks, parseJson, requireJsonType } from './body-chunks.ts';

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
