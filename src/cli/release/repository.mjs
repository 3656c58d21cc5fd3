import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogFaults, cutChangelog } from './changelog.mjs';
import { lockFaults, lockWithVersion, versionFaults, withVersion } from './versions.mjs';

const releaseBranch = 'main';

/** @param {string} version */
export const tagOf = (version) => `v${version}`;

/**
 * Output of git in a repository. @throws with git's output if it fails
 * @param {string} root
 * @param {string[]} args
 */
export const git = (root, ...args) =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

const read = (/** @type {string} */ root, /** @type {string} */ name) => readFileSync(join(root, name), 'utf8');

/**
 * Everything that prevents a version's release, as sentences.
 * @param {string} root
 * @param {string} version
 * @returns {string[]}
 */
export function releaseFaults(root, version) {
  const manifest = read(root, 'package.json');
  const ofVersion = versionFaults(version, JSON.parse(manifest).version);
  const faults = [...ofVersion, ...lockFaults(manifest, read(root, 'package-lock.json'))];
  faults.push(...changelogFaults(read(root, 'CHANGELOG.md'), version));
  const branch = git(root, 'branch', '--show-current');
  if (branch !== releaseBranch) {
    faults.push(`Releases are made on ${releaseBranch}, but ${branch === '' ? 'no branch' : branch} is checked out.`);
  }
  const changed = git(root, 'status', '--porcelain');
  if (changed !== '') faults.push(`Commit or remove these changes first:\n${changed}`);
  if (git(root, 'tag', '--list', tagOf(version)) !== '') faults.push(`The tag ${tagOf(version)} already exists.`);
  return faults;
}

/**
 * Writes the version and the changelog, and commits them.
 * @param {string} root for which `releaseFaults` returns no problems
 * @param {{ version: string, day: string }} release
 */
export function commitRelease(root, { version, day }) {
  const changed = {
    'package.json': withVersion(read(root, 'package.json'), version),
    'package-lock.json': lockWithVersion(read(root, 'package-lock.json'), version),
    'CHANGELOG.md': cutChangelog(read(root, 'CHANGELOG.md'), { version, day }).text,
  };
  for (const [name, text] of Object.entries(changed)) writeFileSync(join(root, name), text);
  git(root, 'commit', '--quiet', '--message', `release: ${version}`, '--', ...Object.keys(changed));
}

/**
 * @param {string} root
 * @param {string} version
 */
export const tagRelease = (root, version) =>
  git(root, 'tag', '--annotate', tagOf(version), '--message', `Afield ${version}`);
