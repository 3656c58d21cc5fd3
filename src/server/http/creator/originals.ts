import { Hono } from 'hono';
import { originalsPath } from '#contract/creator/draft-uploads.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { ApiError, notFound } from '#server/errors/api-error.ts';
import type { UploadFiles } from '#server/services/files/transfers/upload-store.ts';
import { readOriginal } from '#server/services/moves/state/originals.ts';
import { linkHeaders } from '../app/security-headers.ts';
import type { HttpDeps } from '../deps.ts';
import { serveStoredFile } from '../files/file-answer.ts';

/** Originals are unchecked user content: browsers must not render them, and proxies must not store or transform them. */
const headers = {
  'Content-Type': 'application/octet-stream',
  'Cache-Control': 'private, no-store, no-transform',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  ...linkHeaders,
};

/** Serves originals as downloads, at short-lived URLs signed for their brand. */
export function originals(
  { db, originalLinks, now }: Pick<HttpDeps, 'db' | 'originalLinks' | 'now'>,
  files: Pick<UploadFiles, 'readPart'>,
): Hono {
  const app = new Hono();
  const path = `${originalsPath}:token`;
  app.get(path, async (c) => {
    const linked = originalLinks.read(c.req.param('token') ?? '');
    if (linked === null) throw notFound('There is nothing at this address.');
    if (linked.expiresAt <= now()) throw expired();
    const original = await readOriginal(brandScope(db, linked.brandId), linked.id);
    if (original === null) throw notFound('This original is no longer available.');
    return serveStoredFile(c.req.raw, {
      sizeBytes: original.sizeBytes,
      etag: `"${original.uploadId}"`,
      supportsRanges: true,
      headers: { ...headers, 'Content-Disposition': dispositionOf(original.name) },
      read: (start, end) => files.readPart(original.uploadId, start, end),
    });
  });
  app.all(path, () => {
    throw new ApiError('method_not_allowed', 'Expected GET, HEAD.', { headers: { Allow: 'GET, HEAD' } });
  });
  return app;
}

const expired = () =>
  new ApiError('link_ended', 'This link has expired. Open the offer in Afield and download the original from there.');

/** The name comes from a creator's device. Old clients get its ASCII characters, others the full name (RFC 6266). */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
