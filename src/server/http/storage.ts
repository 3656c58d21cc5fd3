import { Hono } from 'hono';
import { endpoints } from '../../contract/endpoints.ts';
import type { FileStore } from '../services/files/store.ts';
import { storeUploads } from '../services/files/uploads.ts';
import type { HttpDeps } from './deps.ts';
import type { Router } from './router.ts';
import { serveFile } from './static-files.ts';

export function mountStorage(router: Router, deps: HttpDeps): void {
  router.brand(endpoints.uploadFiles, ({ scope, body }) => storeUploads(deps, scope, body));
}

/** What a file's name says never changes what it holds. */
const forever = 'public, max-age=31536000, immutable';
/** Should a file ever be taken for a page, it can do nothing. */
const policy = "default-src 'none'; sandbox";
const isName = (path: string) => /^\/files\/brd_[0-9A-Z]{26}\/[\w-]{43}\.(webp|mp4)$/.test(path);

/** Serves uploaded files under /files/. Whoever knows a name may read it: creators and mails show them too. */
export function storedFiles(store: FileStore): Hono {
  const app = new Hono();
  app.get('/files/*', async (c) => {
    const { pathname } = new URL(c.req.url);
    const name = pathname.slice('/files/'.length);
    const file = isName(pathname) ? await serveFile(c.req.raw, store.folder, name, { cacheControl: forever }) : null;
    if (file === null) return c.notFound();
    file.headers.set('Content-Security-Policy', policy);
    file.headers.set('Content-Disposition', 'inline');
    return file;
  });
  return app;
}
