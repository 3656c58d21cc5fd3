import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches a path up to its innermost package, because a nested package has its own license. */
const packagePath = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * Folders of the packages bundled into a build, sorted, from the sources that its source maps name.
 * @param {string} folder
 * @returns {string[]} relative to the project
 */
export function bundledPackages(folder) {
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.map'));
  const sources = maps.flatMap(
    (path) => /** @type {string[]} */ (JSON.parse(readFileSync(join(folder, path), 'utf8')).sources),
  );
  const found = sources.flatMap((source) => packagePath.exec(source)?.[0] ?? []);
  return [...new Set(found.map((path) => path.slice(path.indexOf('node_modules/'))))].sort();
}

/**
 * The notices that licenses of bundled packages require.
 * @param {string[]} packages folders
 * @returns {string}
 */
export function licenseNotices(packages) {
  const parts = packages.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder)
      .filter((file) => /^(licen[cs]e|notice)(\.(md|txt))?$/i.test(file))
      .map((file) => `${readFileSync(join(folder, file), 'utf8').trim()}\n`);
    return [`## ${name} ${version} (${license})\n`, ...texts].join('\n');
  });
  return `# Licenses of the packages that Afield contains\n\n${parts.join('\n')}`;
}
