// npm run pack: writes dist/afield-VERSION.tgz, which runs without this repository, and a second package with the
// demo's media.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireSupportedNode } from '../node-version.mjs';
import { buildIfStale, installIfStale, npm, root } from '../set-up.mjs';
import { bundledPackages, licenseNotices } from './licenses.mjs';
import { mediaManifest, serverManifest } from './manifests.mjs';

requireSupportedNode();
installIfStale();
buildIfStale();
process.chdir(root);

const project = JSON.parse(readFileSync('package.json', 'utf8'));
const staging = 'dist/package';
rmSync(staging, { recursive: true, force: true });

const server = join(staging, 'afield');
// Only debuggers need the app's source maps, which are larger than the app.
const isForDebuggers = (/** @type {string} */ path) => /^dist[\\/]app[\\/].*\.map$/.test(path);
const isMedia = (/** @type {string} */ path) => /[\\/]demo-media$/.test(path);
for (const name of ['app', 'server']) {
  cpSync(`dist/${name}`, join(server, 'dist', name), {
    recursive: true,
    filter: (path) => !isForDebuggers(path) && !isMedia(path),
  });
}
dropSources(join(server, 'dist/server'));
for (const name of ['afield', 'node-version', 'run-program'])
  cpSync(`src/cli/${name}.mjs`, join(server, `bin/${name}.mjs`));
cpSync('docs/api.md', join(server, 'docs/api.md'));
cpSync('LICENSE', join(server, 'LICENSE'));
writeFileSync(join(server, 'LICENSES.md'), licenseNotices(bundledPackages('dist')));
writeFileSync(join(server, 'README.md'), readme());
const build = JSON.parse(readFileSync('dist/server/build.json', 'utf8'));
writeFileSync(join(server, 'dist/server/build.json'), JSON.stringify({ ...build, packaged: true }));
writeManifest(server, serverManifest(project));

const media = join(staging, 'afield-demo-media');
cpSync('dist/server/demo-media', media, { recursive: true });
cpSync('LICENSE', join(media, 'LICENSE'));
writeManifest(media, mediaManifest(project));

for (const folder of [server, media]) pack(folder);

/** Removes the sources from source maps, which shrinks them to a third. Stack traces need only names and lines. */
function dropSources(/** @type {string} */ folder) {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.map'))) {
    const { sourcesContent: _, ...map } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    writeFileSync(join(folder, name), JSON.stringify(map));
  }
}

/** The package's readme, followed by docs/configuration.md without links to pages that the package lacks. */
function readme() {
  const settings = readFileSync('docs/configuration.md', 'utf8')
    .replace(/^#+ /gm, '#$&')
    .replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1')
    .replace(/^See .*?\.\n\n/gms, '')
    .replace(/\s\(`npm run doctor`\)/, '')
    .replaceAll('`npm start -- ', '`npx afield ');
  const words = readFileSync('src/cli/package/readme.md', 'utf8').replaceAll('VERSION', project.version);
  return `${words}\n${settings}`;
}

function writeManifest(/** @type {string} */ folder, /** @type {object} */ manifest) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function megabytes(/** @type {number} */ bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function pack(/** @type {string} */ folder) {
  const [command, args] = npm(['pack', `./${folder}`, '--pack-destination', 'dist', '--json', '--ignore-scripts']);
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  const [{ filename, size, unpackedSize }] = Object.values(JSON.parse(stdout));
  console.log(`dist/${filename}: ${megabytes(size)}, unpacked ${megabytes(unpackedSize)}`);
}
