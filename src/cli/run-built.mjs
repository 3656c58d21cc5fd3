import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireSupportedNode } from './node-version.mjs';
import { runProgram } from './run-program.mjs';
import { buildIfStale, installIfStale, root } from './set-up.mjs';

/**
 * Installs and builds if necessary, then runs a program of the server in this process.
 * @param {string} name of a file in dist/server, without `.js`
 * @param {string[]} args the program's `process.argv` from index 2
 */
export async function runBuilt(name, args) {
  requireSupportedNode();
  installIfStale();
  buildIfStale();
  const folder = join(root, 'dist/server');
  if (!existsSync(join(folder, `${name}.js`))) {
    console.error(`Unknown command "${name}".`);
    process.exit(1);
  }
  await runProgram(folder, name, args);
}
