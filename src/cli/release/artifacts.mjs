// npm run release:artifacts: writes the current version's files to dist/release.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from '../package/licenses.mjs';
import { mediaPackage } from '../package/manifests.mjs';
import { root } from '../set-up.mjs';
import { billOfMaterials } from './bill-of-materials.mjs';
import { sectionOf } from './changelog.mjs';
import { earlierPackages, releasesFolder } from './earlier-releases.mjs';
import { git } from './repository.mjs';

process.chdir(root);
const project = JSON.parse(readFileSync('package.json', 'utf8'));
const { version } = project;
const notes = sectionOf(readFileSync('CHANGELOG.md', 'utf8'), version);
if (notes === null) {
  console.error(`CHANGELOG.md has no section for ${version}.`);
  process.exit(1);
}

const earlier = earlierPackages(releasesFolder, version);
console.log(
  earlier.length === 0
    ? `${releasesFolder} has no packages: phones will download this update whole.`
    : `Phones with ${earlier.join(', ')} will download this update as differences.`,
);
const pack = spawnSync(process.execPath, ['src/cli/package/pack.mjs'], { stdio: 'inherit' });
if (pack.status !== 0) process.exit(1);

const folder = 'dist/release';
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const name of ['afield', mediaPackage]) {
  copyFileSync(`dist/${name}-${version}.tgz`, join(folder, `${name}-${version}.tgz`));
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
// The commit's time, so that the same commit yields the same files.
const at = new Date(git(root, 'show', '--no-patch', '--format=%cI', 'HEAD'));
const bill = billOfMaterials({ project, packages, bundled: bundledPackages('dist'), at });
writeFileSync(join(folder, `afield-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
writeFileSync(join(folder, 'RELEASE_NOTES.md'), notes);

const sums = readdirSync(folder)
  .sort()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
mkdirSync(releasesFolder, { recursive: true });
copyFileSync(`dist/afield-${version}.tgz`, join(releasesFolder, `afield-${version}.tgz`));
console.log(`${folder}: ${[...readdirSync(folder)].sort().join(', ')}`);
