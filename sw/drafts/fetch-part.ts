import type { DraftFileRow } from '#sw/database/schema.ts';
import { chunkBytes } from './chunks.ts';

export type FetchFile = (url: string | Request, init?: RequestInit) => Promise<Response>;

/** A file's metadata, as sent by its server. */
type Facts = Pick<DraftFileRow, 'etag' | 'contentType'> & { sizeBytes: number };

export type Part =
  /** The bytes that follow the stored ones: a chunk, or the whole file if the server doesn't support ranges. */
  | { kind: 'bytes'; bytes: ArrayBuffer; facts: Facts }
  /** The file exceeds its budget; its size is known now. */
  | { kind: 'no-room'; facts: Facts }
  /** The file at this address has changed. */
  | { kind: 'changed' }
  /** The server has no such file, or the response is not a picture or video. */
  | { kind: 'refused' }
  /** The network or the server failed. */
  | { kind: 'failed' };

interface PartRequest {
  url: string;
  origin: string;
  /** The stored row; null before the first byte. */
  row: DraftFileRow | null;
  /** Maximum size of the whole file, in bytes. */
  availableBytes: number;
  signal: AbortSignal;
}

/** Fetches the next part of a file. A response from another origin needs CORS, since an opaque one hides its type and size. */
export async function fetchPart(fetchFile: FetchFile, asked: PartRequest): Promise<Part> {
  const start = asked.row?.haveBytes ?? 0;
  const { url, origin, signal } = asked;
  const range = `bytes=${start}-${start + chunkBytes - 1}`;
  // `If-Range` would need a preflight on another origin (https://fetch.spec.whatwg.org/#cors-safelisted-request-header).
  const isOwn = new URL(url).origin === origin;
  const etag = start > 0 && isOwn ? asked.row?.etag : null;
  const headers = { Range: range, ...(etag ? { 'If-Range': etag } : {}) };
  const init = { mode: 'cors', credentials: 'omit', cache: 'no-store', signal } as const;
  try {
    const response = await fetchFile(url, { ...init, headers });
    const answer = await partOf(response, start, asked);
    // A CDN may not expose `Content-Range`; fetching the whole file reveals its size.
    return answer === 'unsized' ? await wholeOf(await fetchFile(url, init), asked.availableBytes) : answer;
  } catch {
    return { kind: 'failed' };
  }
}

async function partOf(
  response: Response,
  start: number,
  { row, availableBytes }: PartRequest,
): Promise<Part | 'unsized'> {
  const { status } = response;
  if (status === 416 && start > 0) return left(response, { kind: 'changed' });
  if (status === 200) return start > 0 ? left(response, { kind: 'changed' }) : wholeOf(response, availableBytes);
  if (status !== 206)
    return left(response, { kind: response.type === 'opaque' || status < 500 ? 'refused' : 'failed' });
  const range = response.headers.get('Content-Range');
  if (range === null) return start === 0 ? left(response, 'unsized') : left(response, { kind: 'refused' });
  const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? [];
  const facts = factsOf(response, Number(size));
  const end = Math.min(start + chunkBytes, facts?.sizeBytes ?? 0) - 1;
  if (facts === null || Number(from) !== start || Number(to) !== end) return left(response, { kind: 'refused' });
  const isSame = start === 0 || (row?.sizeBytes === facts.sizeBytes && row.etag === facts.etag);
  if (!isSame) return left(response, { kind: 'changed' });
  if (facts.sizeBytes > availableBytes) return left(response, { kind: 'no-room', facts });
  const bytes = await response.arrayBuffer();
  return bytes.byteLength === end - start + 1 ? { kind: 'bytes', bytes, facts } : { kind: 'failed' };
}

async function wholeOf(response: Response, availableBytes: number): Promise<Part> {
  const facts = factsOf(response, Number(response.headers.get('Content-Length') ?? 0));
  if (response.status !== 200 || facts === null) return left(response, { kind: 'refused' });
  if (facts.sizeBytes > availableBytes) return left(response, { kind: 'no-room', facts });
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength === 0) return { kind: 'refused' };
  const sized = { ...facts, sizeBytes: bytes.byteLength };
  return bytes.byteLength > availableBytes ? { kind: 'no-room', facts: sized } : { kind: 'bytes', bytes, facts: sized };
}

/** Returns null for any type other than a picture or video, since a captive portal responds with a page. */
function factsOf({ type, headers }: Response, sizeBytes: number): Facts | null {
  const contentType = headers.get('Content-Type') ?? '';
  const etag = headers.get('ETag');
  if (type === 'opaque' || !/^(image|video)\//.test(contentType) || !Number.isSafeInteger(sizeBytes)) return null;
  return { sizeBytes, contentType, etag: etag === null || etag.startsWith('W/') ? null : etag };
}

/** Cancels an unread body, which ends its transfer. */
async function left<T>(response: Response, result: T): Promise<T> {
  await response.body?.cancel().catch(() => undefined);
  return result;
}
