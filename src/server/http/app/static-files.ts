import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { webStreamOf } from '#server/services/files/stores/web-stream.ts';
import { serveStoredFile } from '../files/file-answer.ts';
import { deltaSuffix, dictionaryOf } from './dictionaries.ts';

/** Content types that may be served, by extension. */
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
  /** True if `name.br` and `name.gz` next to a file may be sent instead. */
  precompressed?: boolean;
  /** True if browsers may use the file as a dictionary for later versions, whose deltas the build puts next to them. */
  isDictionary?: boolean;
}

/**
 * Responds to a GET or HEAD with a file below `root`; null if there is none. Supports If-None-Match and one byte range.
 * Serves only the listed types: nothing else below `root` is public.
 */
export async function serveFile(
  request: Request,
  root: string,
  path: string,
  { cacheControl, precompressed = false, isDictionary = false }: ServeOptions,
): Promise<Response | null> {
  const type = types[extname(path).toLowerCase()];
  const file = fileBelow(root, path);
  if (type === undefined || file === null) return null;
  const plain = await sizeOf(file);
  if (plain === null) return null;
  const delta = isDictionary ? deltaSuffix(request) : null;
  const encoded = precompressed ? await encodedVariant(request, file, delta) : null;
  const dictionary = isDictionary ? dictionaryOf(path) : null;
  const { size, mtimeMs } = encoded ?? plain;
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}${encoded ? encoded.suffix : ''}"`;
  return serveStoredFile(request, {
    sizeBytes: size,
    etag,
    headers: {
      'Content-Type': type,
      'Cache-Control': cacheControl,
      ...(precompressed ? { Vary: `Accept-Encoding${isDictionary ? ', Available-Dictionary' : ''}` } : {}),
      ...(dictionary === null ? {} : { 'Use-As-Dictionary': dictionary }),
      ...(encoded ? { 'Content-Encoding': encoded.encoding } : {}),
    },
    supportsRanges: !precompressed,
    read: async (start, end) => streamOf(file + (encoded?.suffix ?? ''), start, end),
  });
}

/** Path of a file in a folder; null if the path is hidden or leads out of the folder. */
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

/** True if the request's `Accept-Encoding` lists the encoding without `q=0`. */
export const acceptsEncoding = (request: Request, encoding: 'br' | 'gzip' | 'dcz'): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(request.headers.get('Accept-Encoding') ?? '');

async function encodedVariant(request: Request, file: string, delta: string | null) {
  for (const [encoding, suffix] of [
    ['dcz', delta],
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (suffix === null || !acceptsEncoding(request, encoding)) continue;
    const found = await sizeOf(file + suffix);
    if (found) return { ...found, encoding, suffix };
  }
  return null;
}

const streamOf = (file: string, start: number, end: number) => webStreamOf(createReadStream(file, { start, end }));
