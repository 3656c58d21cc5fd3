// npm run api-docs: writes docs/api.md from the contract. With --check it only tells whether the file is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { renderApiDocs } from '../api-docs/render.ts';

const file = 'docs/api.md';
const text = renderApiDocs();

if (process.argv.includes('--check')) {
  if (readOrEmpty(file) !== text) {
    console.error(`${file} is behind the contract: run npm run api-docs.`);
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, text);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
