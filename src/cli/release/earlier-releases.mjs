import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { inOrderOfVersions } from './versions.mjs';

/** Folder of the project for the packages of earlier releases. Git ignores it; the image's build gets it. */
export const releasesFolder = 'earlier-releases';

/** Older phones download an update whole. */
const mostReleases = 5;

const packageName = /^afield-(\d+\.\d+\.\d+)\.tgz$/;
const appFile = /^package\/dist\/app\/assets\/([^/]+\.(?:css|js))$/;

/**
 * Names of the packages of the last releases before or after this version, the newest first; empty if the folder is missing.
 * @param {string} folder
 * @param {string} version
 */
export function earlierPackages(folder, version) {
  if (!existsSync(folder)) return [];
  const versions = readdirSync(folder).flatMap((name) => packageName.exec(name)?.[1] ?? []);
  return inOrderOfVersions(versions.filter((each) => each !== version))
    .slice(-mostReleases)
    .map((each) => `afield-${each}.tgz`)
    .reverse();
}

/**
 * The scripts and styles of the app in a package, by their names. @throws if it is damaged, or has none
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
 * @param {string} version of the present build
 */
export const earlierFiles = (folder, version) =>
  Promise.all(earlierPackages(folder, version).map((name) => appFilesIn(join(folder, name))));
