import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * Compressible files. Pictures are compressed already. Only debuggers load source maps, and compressing those would take
 * longer than the build. The server compresses pages itself, after inserting its settings.
 */
const textFile = /\.(css|js|json|mjs|svg|txt|webmanifest)$/;
/** Responses that fit into one packet don't arrive sooner when compressed. */
const minBytes = 512;

/** @type {(text: Buffer) => Promise<Buffer>} */
const toBrotli = (text) =>
  promisify(brotliCompress)(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  });
/** @type {(text: Buffer) => Promise<Buffer>} */
const toGzip = (text) => promisify(gzip)(text, { level: 9 });

/**
 * Writes `name.br` and `name.gz` next to every text file of a folder, for the server to send instead. Copies that
 * aren't smaller are left out.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && textFile.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
  // zlib works on its own threads, so compressing all files at once keeps every core busy.
  await Promise.all(files.map(compressFile));
}

async function compressFile(/** @type {string} */ file) {
  const text = await readFile(file);
  if (text.length < minBytes) return;
  const copies = await Promise.all([toBrotli(text), toGzip(text)]);
  for (const [i, suffix] of ['.br', '.gz'].entries()) {
    const copy = copies[i];
    if (copy !== undefined && copy.length < text.length) await writeFile(file + suffix, copy);
  }
}
