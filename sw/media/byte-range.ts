interface ByteRange {
  start: number;
  /** Position of the last byte, inclusive. */
  end: number;
}

/**
 * Parses the `Range` header for a file of this size (RFC 9110, 14.1.2). Returns null for several ranges, or an unsatisfiable one.
 */
export function byteRangeOf(header: string, size: number): ByteRange | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end && start < size ? { start, end } : null;
}

/**
 * True if a response contains the whole file. Firefox serves a request without a range from its HTTP cache as the partial
 * response `bytes 0-` that a player requested before.
 */
export function isWholeFile({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  if (status !== 206) return status === 200;
  const [, end, size] = /^bytes 0-(\d+)\/(\d+)$/.exec(headers.get('Content-Range') ?? '') ?? [];
  return size !== undefined && Number(end) === Number(size) - 1;
}

/** Extracts the requested range from a complete response, since players accept nothing else. */
export async function partialResponse(whole: Response, range: string): Promise<Response> {
  const file = await whole.blob();
  const asked = byteRangeOf(range, file.size);
  if (asked === null) {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${file.size}` } });
  }
  const headers = new Headers(whole.headers);
  headers.set('Content-Range', `bytes ${asked.start}-${asked.end}/${file.size}`);
  headers.set('Content-Length', String(asked.end - asked.start + 1));
  headers.set('Accept-Ranges', 'bytes');
  return new Response(file.slice(asked.start, asked.end + 1, file.type), { status: 206, headers });
}
