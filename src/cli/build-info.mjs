import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The version in package.json, and the commit: `SOURCE_COMMIT` if set, otherwise git's, with `-dirty` for a modified
 * work tree. The commit is null if neither exists, as in an unpacked archive.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ version: string, commit: string | null }}
 */
export function buildInfo(root, env = process.env) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { version, commit: env.SOURCE_COMMIT?.slice(0, 12) || commitOf(root) };
}

function commitOf(/** @type {string} */ root) {
  try {
    const args = ['-C', root, 'describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'];
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null;
  } catch {
    return null;
  }
}
