// npm run docs:api: serves docs/openapi.json as a page on this machine, at http://127.0.0.1:4790 or the port in PORT.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './set-up.mjs';

const require = createRequire(import.meta.url);

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Afield API</title>
<link rel="icon" href="data:,">
<style>
  body { margin: 0 }
  /* Redoc's logo is on a host of its maker, which the policy below doesn't let it ask. */
  img[src^="https://cdn.redoc.ly"] { display: none }
</style>
<div id="reference"></div>
<script src="/redoc.js"></script>
<script src="/start.js"></script>
`;
const start = `Redoc.init('/openapi.json', { jsonSamplesExpandLevel: 3 }, document.getElementById('reference'));`;

/** Like the app's policy, plus a worker for the search. The page makes no requests to other hosts. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; frame-ancestors 'none'";

/** @type {Record<string, { type: string } & ({ text: string } | { file: string })>} */
const answers = {
  '/': { type: 'text/html', text: page },
  '/start.js': { type: 'text/javascript', text: start },
  '/redoc.js': {
    type: 'text/javascript',
    file: require.resolve('redoc/bundles/redoc.standalone.js'),
  },
  '/openapi.json': { type: 'application/json', file: join(root, 'docs/openapi.json') },
};

const server = createServer(({ url = '/' }, response) => {
  const answer = answers[url.split('?')[0] ?? '/'];
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Cache-Control', 'no-store');
  if (answer === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('Content-Type', `${answer.type}; charset=utf-8`);
  if ('text' in answer) response.end(answer.text);
  else createReadStream(answer.file).pipe(response);
});
const port = Number(process.env.PORT ?? 4790);
server.listen(port, '127.0.0.1', () =>
  console.log(`The API reference is at http://127.0.0.1:${port} (Ctrl+C stops it).`),
);
