import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { type AppSettings, settingsIn, withSettings } from '#contract/calls/app-settings.ts';
import { servePage } from './app-page.ts';
import { creatorPage } from './creator-page.ts';
import { appOrigins, contentSecurityPolicy, filePolicy, inlineScriptHashes } from './security-headers.ts';
import { serveFile } from './static-files.ts';

interface AppFiles {
  /** Folder of the built app. If it is missing, only the API is served. */
  appDir: string;
  demoMediaDir: string;
  /** The app's settings, in addition to its build's. They also determine the allowed origins. */
  settings?: AppSettings;
}

const week = 'public, max-age=604800';
const forever = 'public, max-age=31536000, immutable';
const askFirst = 'no-cache';

/** Paths that aren't the app's: a wrong URL there must not return a page. */
const isReserved = (path: string) =>
  /^\/(brand|creator|admin|c|v1\.0|media|files|webhooks|metrics|reports)(\/|$)/.test(path);

/**
 * Serves the built app and the demo's media. Files with a hash in their name are immutable; others are revalidated, so
 * that a new release arrives with the next visit. Paths without a file extension return index.html.
 */
export function appFiles({ appDir, demoMediaDir, settings = {} }: AppFiles): Hono {
  const app = new Hono();
  app.get('/media/demo/*', async (c) => {
    const path = decodedPath(c).slice('/media/demo/'.length);
    return (await serveFile(c.req.raw, demoMediaDir, path, { cacheControl: week })) ?? c.notFound();
  });
  app.get('/assets/*', async (c) => {
    const options = { cacheControl: forever, precompressed: true, isDictionary: true };
    return (await serveFile(c.req.raw, appDir, decodedPath(c), options)) ?? c.notFound();
  });
  app.route('/', creatorPage(appDir));
  const index = join(appDir, 'index.html');
  if (!existsSync(index)) return app;

  const page = pageWithSettings(readFileSync(index, 'utf8'), settings);
  const options = { cacheControl: askFirst, precompressed: true };
  app.get('*', async (c) => {
    const path = decodedPath(c);
    if (isReserved(path)) return c.notFound();
    const isPage = path === '/index.html' || !/\.\w+$/.test(path);
    if (isPage) return page(c.req.raw);
    const file = await serveFile(c.req.raw, appDir, path, options);
    if (file === null) return c.notFound();
    file.headers.set('Content-Security-Policy', filePolicy);
    return file;
  });
  return app;
}

/** The page with the settings, and the policy that they require: a browser caches both together. */
function pageWithSettings(built: string, settings: AppSettings) {
  const given = { ...settingsIn(built), ...settings };
  const { popups, ...origins } = appOrigins(given);
  const html = withSettings(built, given);
  return servePage(html, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': askFirst,
    ...contentSecurityPolicy({ ...origins, scriptHashes: inlineScriptHashes(html) }),
    ...(popups ? { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' } : {}),
  });
}

/** Decodes the path. Invalid escapes give a path that matches no file. */
function decodedPath(c: Context): string {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname);
  } catch {
    return '/.broken';
  }
}
