// npm run api-docs: writes docs/api.md and docs/openapi.json from the contract. With --check it only tells whether they are up to
// date.
import { readFileSync, writeFileSync } from 'node:fs';
import { renderOpenApi } from '../api-docs/open-api.ts';
import { renderApiDocs } from '../api-docs/render.ts';

const files = { 'docs/api.md': renderApiDocs(), 'docs/openapi.json': renderOpenApi() };

for (const [file, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readOrEmpty(file) !== text) {
    console.error(`${file} is out of date: run npm run api-docs.`);
    process.exitCode = 1;
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
