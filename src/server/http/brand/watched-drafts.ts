import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { brandScope } from '#server/database/brand-scope.ts';
import { fulfillments } from '#server/database/tables/tables.ts';
import { ApiError, notFound } from '#server/errors/api-error.ts';
import { videoType, webVideoType } from '#server/services/files/stores/video.ts';
import { watchPath } from '#server/services/shared/timed-links.ts';
import { linkHeaders } from '../app/security-headers.ts';
import type { HttpDeps } from '../deps.ts';
import { serveStoredFile } from '../files/file-answer.ts';

/** Serves submitted drafts to the provider's team, at short-lived links from `show-offer`. */
export function watchedDrafts({
  db,
  watchLinks,
  uploads,
  now,
}: Pick<HttpDeps, 'db' | 'watchLinks' | 'uploads' | 'now'>) {
  const app = new Hono();
  const path = `${watchPath}:token`;
  app.get(path, async (c) => {
    const linked = watchLinks.read(c.req.param('token') ?? '');
    if (linked === null) throw notFound('There is nothing at this address.');
    if (linked.expiresAt <= now()) throw expired();
    const scope = brandScope(db, linked.brandId);
    const [row] = await db
      .select({ address: fulfillments.fulfillment })
      .from(fulfillments)
      .where(scope.own(fulfillments, eq(fulfillments.id, linked.id)));
    const name = uploads.names.nameIn(row?.address ?? '');
    const file = name === null ? null : await uploads.store.find(name);
    if (name === null || file === null) throw notFound('This draft is no longer available.');
    const type = [videoType, webVideoType].find(({ extension }) => name.endsWith(`.${extension}`)) ?? videoType;
    return serveStoredFile(c.req.raw, {
      ...file,
      etag: `"${linked.id}"`,
      supportsRanges: true,
      headers: {
        'Content-Type': type.mime,
        'Cache-Control': 'private, no-store',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Content-Disposition': 'inline',
        ...linkHeaders,
      },
    });
  });
  return app;
}

const expired = () => new ApiError('link_ended', 'This link has expired. Run show-offer again.');
