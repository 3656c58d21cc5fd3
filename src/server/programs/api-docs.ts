// npm run api-docs: writes docs/openapi.json from the contract. With --check, only reports whether the file is outdated.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { renderOpenApi } from '../api-docs/open-api.ts';

const file = 'docs/openapi.json';
const text = renderOpenApi();

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(`${file} is out of date: run npm run api-docs.`);
  process.exitCode = 1;
}
