import { Hono } from 'hono';
import { endpoints } from '#contract/calls/endpoints.ts';
import { pictureType } from '#server/services/files/pictures/picture-type.ts';
import type { FileStore } from '#server/services/files/stores/file-store.ts';
import { videoType, webVideoType } from '#server/services/files/stores/video.ts';
import { storeMediaUpload } from '#server/services/files/uploads/media-uploads.ts';
import { countUpload, storeUploads } from '#server/services/files/uploads/uploads.ts';
import type { HttpDeps } from '../deps.ts';
import { serveStoredFile } from '../files/file-answer.ts';
import { readUpload } from '../files/read-upload.ts';
import type { Router } from '../router.ts';

export function mountStorage(router: Router, deps: HttpDeps): void {
  router.streamed(endpoints.uploadFiles, async ({ scope, request, parse }) => {
    await countUpload(scope, deps.now());
    return deps.uploads.spool.during(scope.brandId, async (folder) => {
      const { body: given, files: spooled } = await readUpload(request, folder);
      const { destinationPath: destination, files } = parse(given).body;
      // `readUpload` replaced each content with the index of its spooled file.
      const contents = files.flatMap(({ fileBase64 }) => spooled[Number(fileBase64)] ?? []);
      return storeUploads(deps, scope, { destination, files: contents });
    });
  });
  router.brand(endpoints.storeUpload, ({ scope, body: { uploadId } }) =>
    storeMediaUpload({ ...deps, files: deps.media }, scope, uploadId),
  );
}

/** A file's content never changes under the same name. */
const forever = 'public, max-age=31536000, immutable';
/** A sandbox, in case a browser treats a file as a page. */
const policy = "default-src 'none'; sandbox";
const types = [pictureType, videoType, webVideoType];
const namePattern = /^\/files\/(brd_[0-9A-Z]{26}\/([\w-]{43})\.(webp|mp4|webm))$/;

/**
 * Serves uploaded files under /files/, with the same headers for every store. Anyone who knows a name can read the
 * file: creators' pages and emails show them, too.
 */
export function storedFiles(store: FileStore): Hono {
  const app = new Hono();
  app.get('/files/*', async (c) => {
    const [, name = '', mac = '', extension] = namePattern.exec(new URL(c.req.url).pathname) ?? [];
    const type = types.find((known) => known.extension === extension);
    const file = type ? await store.find(name) : null;
    if (type === undefined || file === null) return c.notFound();
    return serveStoredFile(c.req.raw, {
      ...file,
      etag: `"${mac}"`,
      supportsRanges: true,
      headers: {
        'Content-Type': type.mime,
        'Cache-Control': forever,
        'Content-Security-Policy': policy,
        'Content-Disposition': 'inline',
        // Apps on another origin download drafts, and need to read the size.
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'Content-Range, ETag',
      },
    });
  });
  return app;
}
