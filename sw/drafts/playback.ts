import { fileAddress } from '#domain/drafts/draft-file.ts';
import type { DraftFileRow } from '#sw/database/schema.ts';
import { byteRangeOf } from '#sw/media/byte-range.ts';
import { missingMediaResponse } from '#sw/media/media.ts';
import { type Chunks, chunkBytes } from './chunks.ts';
import type { FetchFile } from './fetch-part.ts';

interface Deps {
  chunks: Pick<Chunks, 'file' | 'read'>;
  fetchFile: FetchFile;
  origin: string;
  /** The brand that is logged in; null if there is none. */
  brandOf(): Promise<string | null>;
}

type FileRequest = Pick<Request, 'url' | 'headers'>;

export interface Playback {
  /**
   * Responds to a request for a file that is at least partly stored; null if the request has to go to the network. A player gets
   * exactly the range that it asked for, since iPhones refuse to play a file whose server sends less.
   */
  answer(request: FileRequest): Promise<Response | null>;
  /**
   * Returns such a handler for a picture or video on another origin, which falls back to the network; null for other requests.
   */
  handlerOf(request: Request): (() => Promise<Response>) | null;
}

/** Serves drafts from their chunks. */
export function createPlayback({ chunks, fetchFile, origin, brandOf }: Deps): Playback {
  async function answer({ url, headers }: FileRequest): Promise<Response | null> {
    const address = fileAddress(url, origin);
    const brandId = address === null ? null : await brandOf();
    if (address === null || brandId === null) return null;
    const row = await chunks.file(brandId, address);
    if (row === null || row.haveBytes === 0 || row.sizeBytes === null) return null;
    const range = headers.get('Range');
    if (range !== null) return partOf(row, row.sizeBytes, { url, range });
    if (row.haveBytes < row.sizeBytes) return null;
    const file = await chunks.read(row, 0, row.sizeBytes - 1);
    return file && new Response(file, { headers: headersOf(row, row.sizeBytes) });
  }

  async function partOf(row: DraftFileRow, size: number, { url, range }: { url: string; range: string }) {
    const asked = byteRangeOf(range, size);
    if (asked === null) return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } });
    const { start, end } = asked;
    const keptEnd = Math.min(end, row.haveBytes - 1);
    const first = start <= keptEnd ? await chunks.read(row, start, endOfChunk(start, keptEnd)) : null;
    const restStart = first === null ? start : keptEnd + 1;
    const rest = restStart > end ? null : await fetchRest(row, size, { url, start: restStart, end });
    if (rest === 'none') return Response.error();
    const headers = headersOf(row, end - start + 1);
    headers.set('Content-Range', `bytes ${start}-${end}/${size}`);
    const kept = first && storedFrom(row, first, { start, end: keptEnd });
    return new Response(streamOf(kept, rest), { status: 206, headers });
  }

  /**
   * Yields stored bytes chunk by chunk; the first chunk has already been read. Players request the whole file first, and need its
   * beginning immediately.
   * @throws if the draft is evicted during playback; the player then shows an error
   */
  async function* storedFrom(
    row: DraftFileRow,
    first: Blob,
    { start, end }: { start: number; end: number },
  ): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    let part: Blob | null = first;
    for (let at = start; at <= end; ) {
      part ??= await chunks.read(row, at, endOfChunk(at, end));
      if (part === null) throw new Error('A draft was dropped while it was played');
      at += part.size;
      yield new Uint8Array(await part.arrayBuffer());
      part = null;
    }
  }

  /** Fetches the part of a file that isn't stored; 'none' if the fetch fails or the file has changed. */
  async function fetchRest(
    { etag }: DraftFileRow,
    size: number,
    { url, start, end }: { url: string; start: number; end: number },
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | 'none'> {
    const init = { mode: 'cors', credentials: 'omit', headers: { Range: `bytes=${start}-${end}` } } as const;
    const response = await fetchFile(url, init).catch(() => null);
    const isRest = response?.headers.get('Content-Range') === `bytes ${start}-${end}/${size}`;
    const isSame = etag === null || response?.headers.get('ETag') === etag;
    return response?.body && isRest && isSame ? response.body : 'none';
  }

  return {
    answer,
    handlerOf(request) {
      const { method, url, destination } = request;
      const isMedia = destination === 'video' || destination === 'image';
      if (method !== 'GET' || !isMedia || new URL(url).origin === origin) return null;
      return async () =>
        (await answer(request).catch(() => null)) ?? fetchFile(request).catch(() => missingMediaResponse(request));
    },
  };
}

function headersOf({ contentType, etag }: DraftFileRow, length: number): Headers {
  const headers = new Headers({
    'Content-Type': contentType,
    'Accept-Ranges': 'bytes',
    'Content-Length': String(length),
  });
  if (etag !== null) headers.set('ETag', etag);
  return headers;
}

/** Last byte of the chunk that contains `at`, up to `end`. */
const endOfChunk = (at: number, end: number) => Math.min((Math.floor(at / chunkBytes) + 1) * chunkBytes - 1, end);

type Bytes = Uint8Array<ArrayBuffer>;

/** Streams the stored part, followed by the rest from the network. */
function streamOf(
  kept: AsyncGenerator<Bytes> | null,
  rest: ReadableStream<Bytes> | null,
): ReadableStream<Bytes> | null {
  if (kept === null) return rest;
  const reader = rest?.getReader();
  return new ReadableStream<Bytes>({
    async pull(controller) {
      const stored = await kept.next().catch(async (error: unknown) => {
        await reader?.cancel();
        throw error;
      });
      const next = stored.done ? await reader?.read() : stored;
      if (next === undefined || next.done) controller.close();
      else controller.enqueue(next.value);
    },
    // A player cancels once it has buffered enough.
    async cancel() {
      await kept.return(undefined);
      await reader?.cancel();
    },
  });
}
