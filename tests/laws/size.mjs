// node tests/laws/size.mjs [report.json] checks the first routes, as the built server sends them, against their
// budgets. A visitor waits for the entry, the route's own chunks and its layouts', with all their static imports.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBuiltServer } from './served-bytes.mjs';

const appDir = fileURLToPath(new URL('../../dist/app/', import.meta.url));
const budgets = { js: 184_200, css: 16_000 };
/** Budgets of the creators' page before a file is picked or played: it is opened on phones, by an emailed link. */
const creatorBudgets = { js: 150_000, css: 20_000 };
/** Bytes on the wire of a first visit of the login, including response headers and the prefetched dashboard. */
const visitLimitBytes = 229_500;
const firstRoutes = ['/', '/dashboard/campaigns'];

/** Modules that load on demand: in the first routes they would delay the first paint. */
const heavy = {
  Stripe: /node_modules\/@stripe\//,
  PayPal: /node_modules\/@paypal\//,
  charts: /node_modules\/(@mantine\/charts|recharts|d3-[\w-]+)\//,
  'date pickers': /node_modules\/@mantine\/dates\//,
  'session replay': /node_modules\/@sentry-internal\/replay/,
};

/** @typedef {import('vite').Manifest} Manifest */

/** @returns {Manifest} */
const manifestIn = (/** @type {string} */ folder) =>
  JSON.parse(readFileSync(join(appDir, folder, '.vite/manifest.json'), 'utf8'));
const manifest = manifestIn('');
/** Lists the keys of the build's entry chunks. */
const entriesOf = (/** @type {Manifest} */ of) => Object.keys(of).filter((key) => of[key]?.isEntry);
/** Finds the chunk that a manifest has for a key. @throws if it has none */
function chunkOf(/** @type {string} */ key, of = manifest) {
  const chunk = of[key];
  if (chunk === undefined) throw new Error(`${key} is not in the manifest of its build.`);
  return chunk;
}

/** @typedef {import('./served-bytes.mjs').Served} Served */
/** Every text file that a browser requests, with the server's response. */
const answers = await (async () => {
  const server = await startBuiltServer();
  try {
    const files = readdirSync(appDir, { recursive: true })
      .map((file) => String(file).replaceAll('\\', '/'))
      .filter((file) => /\.(css|html|js|svg|webmanifest)$/.test(file));
    /** @type {[file: string, answer: Served][]} */
    const pairs = await Promise.all(files.map(async (file) => [file, await server.served(file)]));
    return new Map(pairs);
  } finally {
    await server.stop();
  }
})();
const answerOf = (/** @type {string} */ file) => {
  const answer = answers.get(file);
  if (answer === undefined) throw new Error(`${file} is not in dist/app.`);
  return answer;
};
const sizeOf = (/** @type {string} */ file) => answerOf(file).bodyBytes;

/**
 * Path segments of a route file: `routes/dashboard/campaigns/index.tsx`, or the same with dots between folders, has
 * dashboard and campaigns. Pathless layouts (`_name`) add none.
 */
function segmentsOf(/** @type {string} */ key) {
  const path = key.slice('src/routes/'.length).replace(/\.tsx?(\?.*)?$/, '');
  return path.split(/[./]/).filter((part) => !/^(_.*|\(.*\)|index|route|lazy)$/.test(part));
}

/** Chunks with the route's own screen and its layouts; some chunks contain several routes. */
function routeChunks(/** @type {string} */ address) {
  const wanted = address.split('/').filter(Boolean);
  const isOfRoute = (/** @type {string} */ source) => {
    const [, path] = /(src\/routes\/.*)\?tsr-split/.exec(source) ?? [];
    if (path === undefined) return false;
    const segments = segmentsOf(path);
    const isIndex = /(^|[./])index\.tsx?$/.test(path);
    return segments.every((part, i) => part === wanted[i]) && (!isIndex || segments.length === wanted.length);
  };
  const scripts = Object.keys(manifest).filter((key) => chunkOf(key).file.endsWith('.js'));
  return scripts.filter((key) => sourcesOf(chunkOf(key).file).some(isOfRoute));
}

/**
 * Adds the chunks that must arrive before these can run.
 * @param {string[]} keys
 * @param {Manifest} of
 * @param {Set<string>} seen
 */
function withStaticImports(keys, of = manifest, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    withStaticImports(chunkOf(key, of).imports ?? [], of, seen);
  }
  return seen;
}

/** Original files inside a chunk, from its source map. @returns {string[]} */
function sourcesOf(/** @type {string} */ file) {
  const map = join(appDir, `${file}.map`);
  // An entry that only imports its chunk has no map.
  if (!existsSync(map) && sizeOf(file) < 1_000) return [];
  if (!existsSync(map)) throw new Error(`${file} has no source map: what is in it can't be told.`);
  return JSON.parse(readFileSync(map, 'utf8')).sources.map(String);
}

/** @type {string[]} */
const failures = [];
const counts = { passed: 0, failed: 0, skipped: 0 };
const expect = (/** @type {boolean} */ ok, /** @type {string} */ failure) => {
  if (ok) counts.passed += 1;
  else {
    counts.failed += 1;
    failures.push(failure);
  }
};
const kb = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} KB`.padStart(9);

/**
 * Prints the files that a route needs, and checks them against its budgets.
 * @param {typeof budgets} limits bytes of bodies
 * @param {string} address
 * @param {{ js: string[], css: string[] }} needed
 */
function expectWithin(limits, address, { js, css }) {
  const total = (/** @type {string[]} */ files) => files.reduce((sum, file) => sum + sizeOf(file), 0);
  console.log(`\n  ${address}`);
  for (const file of [...js, ...css].sort((a, b) => sizeOf(b) - sizeOf(a)))
    console.log(`  ${kb(sizeOf(file))}  ${file}`);
  for (const { kind, files, limit } of [
    { kind: 'JS', files: js, limit: limits.js },
    { kind: 'CSS', files: css, limit: limits.css },
  ]) {
    console.log(`  ${kb(total(files))}  ${kind} in all, of ${kb(limit).trim()}`);
    expect(
      total(files) <= limit,
      `${address} needs ${kb(total(files)).trim()} of ${kind}, more than ${kb(limit).trim()}.`,
    );
  }
}

for (const [file, { status, encoding, bodyBytes }] of answers) {
  expect(status === 200, `${file} is answered with ${status}.`);
  expect(encoding === 'br' || bodyBytes < 512, `${file} is sent without compression (${kb(bodyBytes).trim()}).`);
}

// The entry shows the first frame from storage, and then imports the app's own first module.
const first = entriesOf(manifest);
const visited = new Set(['index.html', 'favicon.svg', 'manifest.webmanifest']);
const entries = [...first, ...first.flatMap((key) => chunkOf(key).dynamicImports ?? [])];
for (const address of firstRoutes) {
  const own = routeChunks(address);
  expect(own.length > 0, `${address} has no chunk of its own: routes are not split any more.`);
  const chunks = [...withStaticImports([...entries, ...own])].map((key) => chunkOf(key));
  const js = chunks.map(({ file }) => file).filter((file) => file.endsWith('.js'));
  const css = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))];
  for (const file of [...js, ...css]) visited.add(file);
  expectWithin(budgets, address, { js, css });
  const sources = js.flatMap(sourcesOf);
  for (const [name, pattern] of Object.entries(heavy)) {
    const found = sources.find((source) => pattern.test(source));
    expect(!found, `${address} loads ${name} up front (${found}): import it when it is needed.`);
  }
}

// The creators' page is a separate build, and neither build may contain modules of the other.
const creatorManifest = manifestIn('c');
const creatorKeys = withStaticImports(entriesOf(creatorManifest), creatorManifest);
const creatorChunks = [...creatorKeys].map((key) => chunkOf(key, creatorManifest));
const inFolder = (/** @type {string[]} */ files) => files.map((file) => `c/${file}`);
const creatorJs = inFolder(creatorChunks.map(({ file }) => file).filter((file) => file.endsWith('.js')));
const creatorCss = inFolder([...new Set(creatorChunks.flatMap((chunk) => chunk.css ?? []))]);
expectWithin(creatorBudgets, '/c/{token}', { js: creatorJs, css: creatorCss });
expect(creatorJs.length > 0, '/c/{token} has no script: its build is missing.');
const strange = creatorJs.flatMap(sourcesOf).find((source) => /(src\/(api|app|features|routes)|\/sw)\//.test(source));
expect(!strange, `/c/{token} loads the brand's ${strange}.`);
const brandsJs = Object.values(manifest).map(({ file }) => file);
const ofCreators = brandsJs
  .filter((file) => file.endsWith('.js'))
  .flatMap(sourcesOf)
  .find((source) => /src\/creator\//.test(source));
expect(!ofCreators, `The brand's app carries the creators' ${ofCreators}.`);
const precached = readFileSync(join(appDir, 'service-worker.js'), 'utf8').match(/["'`](c\/[^"'`]+)/)?.[1];
expect(precached === undefined, `The brand's worker stores the creators' ${precached}.`);

const visitBytes = [...visited].reduce((sum, file) => sum + answerOf(file).wireBytes, 0);
console.log(`\n  ${kb(visitBytes)}  on the wire of a first visit, of ${kb(visitLimitBytes).trim()}`);
expect(visitBytes <= visitLimitBytes, `A first visit costs ${kb(visitBytes).trim()} on the wire.`);

console.log('');
for (const failure of failures) console.error(`  ${failure}`);
if (process.argv[2]) writeFileSync(process.argv[2], JSON.stringify(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
