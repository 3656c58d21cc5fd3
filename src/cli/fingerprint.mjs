import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Inputs of a build. Changes of tests and docs don't make it stale. */
const buildInputs = [
  'src',
  'sw',
  'public',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'package-lock.json',
  'earlier-releases',
];

/**
 * Hash of the names and contents of files, including those in folders, in a stable order. Missing paths are skipped,
 * and so are generated sources (`*.gen.ts`): a build writes them itself and would make itself stale.
 * @param {string} root
 * @param {string[]} paths relative to `root`
 */
export function hashFiles(root, paths) {
  const hash = createHash('sha256');
  const visit = (/** @type {string} */ path) => {
    const full = join(root, path);
    if (!existsSync(full) || path.endsWith('.gen.ts')) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) visit(`${path}/${name}`);
      return;
    }
    hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

/**
 * Fingerprint of the current sources and settings: equal to `dist/.stamp` while the build is fresh. Includes `VITE_*`,
 * because Vite puts those values into the bundle, from the environment and from `.env` files.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export function buildFingerprint(root, env = process.env) {
  const dotEnvFiles = readdirSync(root)
    .filter((name) => name === '.env' || name.startsWith('.env.'))
    .sort();
  const viteEnv = Object.keys(env)
    .filter((name) => name.startsWith('VITE_'))
    .sort()
    .map((name) => `${name}=${env[name]}`);
  return createHash('sha256')
    .update(hashFiles(root, [...buildInputs, ...dotEnvFiles]))
    .update(viteEnv.join('\0'))
    .digest('hex');
}
