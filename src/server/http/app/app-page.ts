import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { serveStoredFile } from '../files/file-answer.ts';
import { acceptsEncoding } from './static-files.ts';

/** Serves a page generated at startup. It is also compressed at startup, since the build can't know its content. */
export function servePage(html: string, given: Record<string, string>): (request: Request) => Promise<Response> {
  const plain = Buffer.from(html);
  const packed = [
    { encoding: 'br', bytes: brotliCompressSync(plain) },
    { encoding: 'gzip', bytes: gzipSync(plain) },
  ] as const;
  const version = createHash('sha256').update(html).digest('base64url').slice(0, 16);
  return (request) => {
    const found = packed.find(({ encoding }) => acceptsEncoding(request, encoding));
    const bytes = found?.bytes ?? plain;
    return serveStoredFile(request, {
      sizeBytes: bytes.length,
      etag: `"${version}${found ? `.${found.encoding}` : ''}"`,
      headers: { ...given, Vary: 'Accept-Encoding', ...(found ? { 'Content-Encoding': found.encoding } : {}) },
      supportsRanges: false,
      read: async (start, end) => new Blob([new Uint8Array(bytes.subarray(start, end + 1))]).stream(),
    });
  };
}
