import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { sortVersions } from './versions.mjs';

/** The project's folder for packages of earlier releases. Git ignores it, but the image's build includes it. */
export const releasesFolder = 'earlier-releases';

/** Phones with older releases download the whole update. */
const maxReleases = 5;

const packageName = /^afield-(\d+\.\d+\.\d+)\.tgz$/;
const appFile = /^package\/dist\/app\/assets\/([^/]+\.(?:css|js))$/;

/**
 * Packages of the last releases other than this version, newest first; empty if the folder is missing.
 * @param {string} folder
 * @param {string} version
 */
export function earlierPackages(folder, version) {
  if (!existsSync(folder)) return [];
  const versions = readdirSync(folder).flatMap((name) => packageName.exec(name)?.[1] ?? []);
  return sortVersions(versions.filter((each) => each !== version))
    .slice(-maxReleases)
    .map((each) => `afield-${each}.tgz`)
    .reverse();
}

/**
 * The app's scripts and styles in a package, by name. @throws if the package is damaged or contains no app
 * @param {string} file
 */
export async function appFilesIn(file) {
  /** @type {Map<string, Buffer>} */
  const found = new Map();
  try {
    const entries = extract();
    entries.end(gunzipSync(readFileSync(file)));
    for await (const entry of entries) {
      const [, name] = appFile.exec(entry.header.name) ?? [];
      const parts = [];
      for await (const part of entry) parts.push(part);
      if (name !== undefined) found.set(name, Buffer.concat(parts));
    }
  } catch (error) {
    throw new Error(`${file} can't be read. Replace or remove it.`, { cause: error });
  }
  if (found.size === 0) throw new Error(`${file} has no app in it. Remove it.`);
  return found;
}

/**
 * The app's files in the packages of the last releases.
 * @param {string} folder
 * @param {string} version of the current build
 */
export const earlierFiles = (folder, version) =>
  Promise.all(earlierPackages(folder, version).map((name) => appFilesIn(join(folder, name))));
