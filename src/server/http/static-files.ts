import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';

const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface ServeOptions {
  cacheControl: string;
  /** Whether `name.br` and `name.gz` beside a file may be sent in its place. */
  precompressed?: boolean;
}

/**
 * Answers a GET or HEAD with a file below `root`; null where there is none. Understands If-None-Match and one byte range.
 * Types that aren't listed are not served: nothing below `root` is meant to be seen but these.
 */
export async function serveFile(
  request: Request,
  root: string,
  path: string,
  { cacheControl, precompressed = false }: ServeOptions,
): Promise<Response | null> {
  const type = types[extname(path).toLowerCase()];
  const file = fileBelow(root, path);
  if (type === undefined || file === null) return null;
  const plain = await sizeOf(file);
  if (plain === null) return null;
  const encoded = precompressed ? await encodedVariant(request, file) : null;
  const { size, mtimeMs } = encoded ?? plain;
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}${encoded ? encoded.suffix : ''}"`;
  const headers = new Headers({
    'Content-Type': type,
    'Cache-Control': cacheControl,
    ETag: etag,
    ...(precompressed ? { Vary: 'Accept-Encoding' } : { 'Accept-Ranges': 'bytes' }),
    ...(encoded ? { 'Content-Encoding': encoded.encoding } : {}),
  });
  if (request.headers.get('If-None-Match')?.includes(etag)) return new Response(null, { status: 304, headers });

  const range = precompressed ? 'whole' : rangeOf(request, size, etag);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  headers.set('Content-Length', String(end - start + 1));
  if (range !== 'whole') headers.set('Content-Range', `bytes ${start}-${end}/${size}`);
  const isEmpty = request.method === 'HEAD' || end < start;
  const body = isEmpty ? null : streamOf(file + (encoded?.suffix ?? ''), start, end);
  return new Response(body, { status: range === 'whole' ? 200 : 206, headers });
}

/** Null for a path that would leave the folder. */
function fileBelow(root: string, path: string): string | null {
  if (path.includes('\0') || path.split('/').some((part) => part.startsWith('.'))) return null;
  const file = join(root, path);
  return file.startsWith(root + sep) ? file : null;
}

async function sizeOf(file: string): Promise<{ size: number; mtimeMs: number } | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? found : null;
  } catch {
    return null;
  }
}

async function encodedVariant(request: Request, file: string) {
  const accepted = request.headers.get('Accept-Encoding') ?? '';
  for (const [encoding, suffix] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)) continue;
    const found = await sizeOf(file + suffix);
    if (found) return { ...found, encoding, suffix };
  }
  return null;
}

/** Several ranges, units that aren't bytes and backward ranges get the whole, as HTTP says. */
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

const streamOf = (file: string, start: number, end: number) =>
  Readable.toWeb(createReadStream(file, { start, end })) as ReadableStream<Uint8Array>;
