interface ServedFile {
  sizeBytes: number;
  etag: string;
  headers: Record<string, string>;
  /** True if byte ranges are supported. */
  supportsRanges: boolean;
  /** The file's bytes from `start` to `end`, inclusive. */
  read(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

/** Responds to a GET or HEAD with a file from any store. Supports If-None-Match and one byte range. */
export async function serveStoredFile(
  request: Request,
  { sizeBytes: size, etag, headers: given, supportsRanges, read }: ServedFile,
): Promise<Response> {
  const headers = new Headers({ ...given, ETag: etag, ...(supportsRanges ? { 'Accept-Ranges': 'bytes' } : {}) });
  if (request.headers.get('If-None-Match')?.includes(etag)) return new Response(null, { status: 304, headers });

  const range = supportsRanges ? rangeOf(request, size, etag) : 'whole';
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  headers.set('Content-Length', String(end - start + 1));
  if (range !== 'whole') headers.set('Content-Range', `bytes ${start}-${end}/${size}`);
  const isEmpty = request.method === 'HEAD' || end < start;
  const body = isEmpty ? null : await read(start, end);
  return new Response(body, { status: range === 'whole' ? 200 : 206, headers });
}

/** The requested range. Several ranges, other units and backward ranges get the whole file, as HTTP specifies. */
function rangeOf(
  request: Request,
  size: number,
  etag: string,
): { start: number; end: number } | 'whole' | 'unsatisfiable' {
  const ifRange = request.headers.get('If-Range');
  if (ifRange !== null && ifRange !== etag) return 'whole';
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('Range') ?? '') ?? [];
  const isBackward = from !== '' && to !== '' && Number(to) < Number(from);
  if (isBackward || (from === '' && to === '')) return 'whole';
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end && start < size ? { start, end } : 'unsatisfiable';
}
