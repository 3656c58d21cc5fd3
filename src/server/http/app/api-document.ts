import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { apiDocumentFile } from '#server/paths.ts';

/** Serves the contract as OpenAPI 3.1 at `/openapi.json`. It contains no user data, so tools of any origin may read it. */
export function apiDocument(file = apiDocumentFile()): Hono {
  let text: string | null = null;
  return new Hono().get('/openapi.json', (c) => {
    // The document is read lazily: it takes 240 KB, and most processes never serve it.
    text ??= readFileSync(file, 'utf8');
    c.header('Content-Type', 'application/json');
    c.header('Cache-Control', 'public, max-age=300');
    c.header('Access-Control-Allow-Origin', '*');
    return c.body(text);
  });
}
