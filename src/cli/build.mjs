// npm run build: builds the app (dist/app, with its service worker) and the server (dist/server) from scratch.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildInfo } from './build-info.mjs';
import { compressFiles } from './compress.mjs';
import { buildFingerprint } from './fingerprint.mjs';
import { requireSupportedNode } from './node-version.mjs';
import { installIfStale, markBuilt, root } from './set-up.mjs';

requireSupportedNode();
installIfStale();
process.chdir(root);
// Vite reads NODE_ENV. The value that a test sets would turn a build started by that test into a development build.
process.env.NODE_ENV = 'production';

// Computed before the build, so that a file saved during the build makes it stale. An interrupted build leaves no
// stamp.
const fingerprint = buildFingerprint(root);
rmSync('dist/.stamp', { force: true });

/** @type {{ version: string, scripts: Record<string, string>, dependencies: Record<string, string> }} */
const { version, scripts, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Programs that package.json runs through command.mjs, as entries of the server's build. */
const commands = Object.values(scripts).flatMap((script) => script.match(/(?<=src\/cli\/command\.mjs )[\w-]+/g) ?? []);

const { build } = await import('vite');
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  // Only packages with native code or WebAssembly stay external, so an installed server needs no others.
  ssr: { noExternal: true, external: Object.keys(dependencies) },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        prepare: 'src/server/prepare.ts',
        'picture-child': 'src/server/services/files/pictures/picture-child.ts',
        'media-child': 'src/server/services/drafts/media/media-child.ts',
        ...Object.fromEntries(commands.map((name) => [name, `src/server/programs/${name}.ts`])),
      },
      // All chunks are in one folder, because src/server/paths.ts looks for the copied files next to its own chunk.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
for (const { from, to } of [
  { from: 'src/server/database/migrations', to: 'dist/server/migrations' },
  { from: 'src/server/demo/media', to: 'dist/server/demo-media' },
  { from: 'docs/openapi.json', to: 'dist/server/openapi.json' },
]) {
  cpSync(from, to, { recursive: true, filter: (path) => !/[\\/]generat(e\.ts|or)$/.test(path) });
}
writeFileSync('dist/server/build.json', JSON.stringify(buildInfo(root)));
writeFileSync('dist/server/commands.json', JSON.stringify(commands));
// The parent process may need the server's programs before the app is built.
process.send?.('server-built');

await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
await compressFiles('dist/app');
const { earlierFiles, releasesFolder } = await import('./release/earlier-releases.mjs');
const { writeDeltas } = await import('./write-deltas.mjs');
await writeDeltas('dist/app/assets', await earlierFiles(releasesFolder, version));
process.disconnect?.();
markBuilt(fingerprint);
