// npm run release -- VERSION [--dry-run]: checks, commits and tags a version, and writes its files to dist/release.
// It doesn't push.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireSupportedNode } from '../node-version.mjs';
import { root } from '../set-up.mjs';
import { cutChangelog } from './changelog.mjs';
import { commitRelease, git, releaseFaults, tagOf, tagRelease } from './repository.mjs';

requireSupportedNode();
const options = process.argv.slice(2).filter((given) => given.startsWith('--'));
const [version, ...others] = process.argv.slice(2).filter((given) => !given.startsWith('--'));
const unknown = options.filter((option) => option !== '--dry-run');
if (version === undefined || others.length > 0 || unknown.length > 0) {
  end(2, 'Usage: npm run release -- VERSION [--dry-run], such as npm run release -- 0.3.0');
}

const faults = releaseFaults(root, version);
if (faults.length > 0) end(1, `${version} can't be released:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);

const day = new Date().toISOString().slice(0, 10);
if (options.includes('--dry-run')) {
  const { section } = cutChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), { version, day });
  console.log(`Nothing was changed. A release would:
- set the version ${version} in package.json and package-lock.json
- cut the ${section.split('\n').length} lines of "## Unreleased" in CHANGELOG.md as "## ${version} · ${day}"
- commit "release: ${version}"
- write both packages, the bill of materials, the release notes and SHA256SUMS to dist/release
- tag the commit as ${tagOf(version)}`);
  process.exit(0);
}

const before = git(root, 'rev-parse', 'HEAD');
/** Undoes a failed release: the working tree was clean before. */
const undoCommand = `git reset --hard ${before}`;
try {
  commitRelease(root, { version, day });
  const artifacts = spawnSync(process.execPath, [join(root, 'src/cli/release/artifacts.mjs')], { stdio: 'inherit' });
  if (artifacts.status !== 0) throw new Error("The release's files couldn't be created.");
  tagRelease(root, version);
} catch (error) {
  end(1, `${error instanceof Error ? error.message : error}\nNothing was tagged. To go back: ${undoCommand}`);
}
console.log(`Released ${version} locally; nothing was pushed.
To publish it: git push origin main ${tagOf(version)}
To undo it:    git tag -d ${tagOf(version)} && ${undoCommand}`);

/**
 * @param {number} code
 * @param {string} message
 * @returns {never}
 */
function end(code, message) {
  console.error(message);
  process.exit(code);
}
