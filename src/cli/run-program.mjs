import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Runs a built program of the server in this process, so that signals, exit code and standard streams need no forwarding.
 * @param {string} folder with the built server
 * @param {string} name of a file there, without `.js`
 * @param {string[]} args the program's `process.argv` from index 2
 */
export async function runProgram(folder, name, args) {
  const program = join(folder, `${name}.js`);
  process.setSourceMapsEnabled(true);
  process.argv = [process.argv[0] ?? process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}
