import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireSupportedNode } from './node-version.mjs';
import { buildIfStale, installIfStale, root } from './set-up.mjs';

/**
 * Installs and builds what is stale, then runs one of the server's programs in this very process: signals, exit code
 * and standard streams are the program's own, with nothing between it and the caller.
 * @param {string} name of a file in dist/server, without `.js`
 * @param {string[]} args what the program finds in `process.argv` from 2 on
 */
export async function runBuilt(name, args) {
  requireSupportedNode();
  installIfStale();
  buildIfStale();
  const program = join(root, 'dist/server', `${name}.js`);
  if (!existsSync(program)) {
    console.error(`Unknown command "${name}".`);
    process.exit(1);
  }
  process.setSourceMapsEnabled(true);
  process.argv = [process.argv[0] ?? process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}
