import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Runs one of the server's built programs in this very process: signals, exit code and standard streams are the program's own,
 * with nothing between it and the caller.
 * @param {string} folder with the built server
 * @param {string} name of a file there, without `.js`
 * @param {string[]} args what the program finds in `process.argv` from 2 on
 */
export async function runProgram(folder, name, args) {
  const program = join(folder, `${name}.js`);
  process.setSourceMapsEnabled(true);
  process.argv = [process.argv[0] ?? process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}
