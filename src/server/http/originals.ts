import { Hono } from 'hono';
import { originalPath } from '#contract/draft-uploads.ts';
import { ApiError, notFound } from '../api-error.ts';
import { brandScope } from '../database/brand-scope.ts';
import type { DraftFiles } from '../services/drafts/draft-files.ts';
import { findOriginal } from '../services/drafts/originals.ts';
import { requireBrand } from './access.ts';
import type { HttpDeps } from './deps.ts';
import { answerFile } from './file-answer.ts';

/** Nobody has looked at an original: no browser is to show it, and no proxy to keep or change it. */
const headers = {
  'Content-Type': 'application/octet-stream',
  'Cache-Control': 'private, no-store, no-transform',
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

/** Gives a brand the originals of its approved drafts, as downloads, where their campaigns ask for them. */
export function originals(deps: HttpDeps, files: Pick<DraftFiles, 'readPart'>): Hono {
  const app = new Hono();
  const path = originalPath(':id');
  app.get(path, async (c) => {
    const brand = await requireBrand(deps, { access: 'approved' }, c.req.raw.headers);
    const original = await findOriginal(brandScope(deps.db, brand.id), c.req.param('id') ?? '');
    if (original === null) throw notFound('There is no original of this offer, or not yet.');
    return answerFile(c.req.raw, {
      sizeBytes: original.sizeBytes,
      etag: `"${original.uploadId}"`,
      takesRanges: true,
      headers: { ...headers, 'Content-Disposition': dispositionOf(original.name) },
      read: (start, end) => files.readPart(original.uploadId, start, end),
    });
  });
  app.all(path, () => {
    throw new ApiError('method_not_allowed', 'Expected GET, HEAD.', { headers: { Allow: 'GET, HEAD' } });
  });
  return app;
}

/** A creator's device named it: old clients get what is plain of the name, others all of it (RFC 6266). */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
