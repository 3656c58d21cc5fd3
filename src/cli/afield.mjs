#!/usr/bin/env node
// The installed package's command. The package has this file in bin/, next to dist/.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requireSupportedNode } from './node-version.mjs';
import { runProgram } from './run-program.mjs';

requireSupportedNode();
const server = fileURLToPath(new URL('../dist/server', import.meta.url));
const readJson = (/** @type {string} */ name) => JSON.parse(readFileSync(`${server}/${name}`, 'utf8'));
/** @type {string[]} */
const commands = readJson('commands.json');

const help = `afield [start]             serves the app and the API; settings are environment variables
afield [start] --only web  serves requests only; --only jobs runs background work only
${commands.map((name) => `afield ${name} …`.padEnd(27)).join('see its --help\n')}see its --help
afield --version           prints the release and its commit

Data is in .data in the current folder, or in DATA_DIR or DATABASE_URL. The package's README.md lists the settings.`;

const [name = 'start', ...args] = process.argv.slice(2);
if (name === 'start') {
  await runProgram(server, 'main', args);
} else if (/^--only\b/.test(name)) {
  await runProgram(server, 'main', [name, ...args]);
} else if (commands.includes(name)) {
  await runProgram(server, name, args);
} else if (name === '--help' || name === '-h') {
  console.log(help);
} else if (name === '--version') {
  const { version, commit } = readJson('build.json');
  console.log(commit === null ? version : `${version} (${commit})`);
} else {
  console.error(`Unknown command "${name}".`);
  console.error(`Usage:\n${help}`);
  process.exitCode = 2;
}
