import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { servePage } from './app-page.ts';
import { inlineScriptHashes, reportHeaders, reporting, trustedTypes } from './security-headers.ts';
import { serveFile } from './static-files.ts';

/**
 * Policy of the creators' page. Pictures and videos can come from any https origin, because brands' examples are hosted
 * elsewhere. Everything else loads from this server. A picked draft is shown from a blob.
 */
const policy = (html: string) =>
  [
    "default-src 'none'",
    ['script-src', "'self'", ...inlineScriptHashes(html)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...trustedTypes,
    ...reporting,
  ].join('; ');

/**
 * The page at a creator's link, `/c/{token}`, with its files below `/c/assets/`. The URL alone grants access to the
 * offer, so the page isn't cached or indexed, and sends no referrer.
 * @param appDir the built app, with the page in `c`; it may be missing
 */
export function creatorPage(appDir: string): Hono {
  const app = new Hono();
  const folder = join(appDir, 'c');
  const built = join(folder, 'page.html');
  if (!existsSync(built)) return app;

  const html = readFileSync(built, 'utf8');
  const page = servePage(html, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    ...reportHeaders,
    'Content-Security-Policy': policy(html),
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
  app.get('/c/assets/:file', async (c) => {
    const options = { cacheControl: 'public, max-age=31536000, immutable', precompressed: true };
    return (await serveFile(c.req.raw, join(folder, 'assets'), c.req.param('file'), options)) ?? c.notFound();
  });
  for (const path of ['/c', '/c/', '/c/:token']) app.get(path, (c) => page(c.req.raw));
  return app;
}
