import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * Files that shrink. Pictures are packed already; source maps are for a debugger, and would take longer than the build; a page is
 * packed by the server, which puts its settings in.
 */
const textFile = /\.(css|js|json|mjs|svg|txt|webmanifest)$/;
/** An answer that fits into a packet arrives no sooner for being smaller. */
const leastBytes = 512;

/** @type {(text: Buffer) => Promise<Buffer>} */
const toBrotli = (text) =>
  promisify(brotliCompress)(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  });
/** @type {(text: Buffer) => Promise<Buffer>} */
const toGzip = (text) => promisify(gzip)(text, { level: 9 });

/**
 * Writes `name.br` and `name.gz` beside every text file of a folder, which the server sends in its place. A copy that is no
 * smaller than the file is left out.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && textFile.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
  // zlib works in threads of its own: all files at once keep every core busy.
  await Promise.all(files.map(compressFile));
}

async function compressFile(/** @type {string} */ file) {
  const text = await readFile(file);
  if (text.length < leastBytes) return;
  const copies = await Promise.all([toBrotli(text), toGzip(text)]);
  for (const [i, suffix] of ['.br', '.gz'].entries()) {
    const copy = copies[i];
    if (copy !== undefined && copy.length < text.length) await writeFile(file + suffix, copy);
  }
}
