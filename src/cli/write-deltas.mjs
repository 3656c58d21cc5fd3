import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressUsingDict, createCCtx, createDCtx, decompressUsingDict, init } from '@bokuweb/zstd-wasm';

/** Begins a file of the encoding `dcz`, before the dictionary's hash (RFC 9842, 5). */
const magic = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);
/** The level that compresses best within the default limits of memory. */
const level = 19;
/** A smaller gain isn't worth a file. */
const leastSavedBytes = 128;

/** Files of one family are versions of each other. src/server/http/app/dictionaries.ts has the same rule for a browser's dictionaries. */
const familyOf = (/** @type {string} */ name) => {
  const [, stem, type] = /^(.+)-[\w-]{8}\.(css|js)$/.exec(name) ?? [];
  return stem === undefined ? null : `${stem}.${type}`;
};

/**
 * One for all calls: a second `init` would swap the memory below the first one's contexts.
 * @type {ReturnType<typeof openZstd> | undefined}
 */
let zstd;

/**
 * Writes `NAME.HASH.dcz` beside the scripts and styles of a folder, which browsers get that have an earlier version: NAME's difference from
 * the file with this SHA-256. A file that is like none of them has no such copy.
 * @param {string} folder
 * @param {Map<string, Buffer>[]} releases earlier files, by their names
 * @returns {Promise<{ files: number, bytes: number }>} what was written
 */
export async function writeDeltas(folder, releases) {
  const written = { files: 0, bytes: 0 };
  if (releases.length === 0) return written;
  zstd ??= openZstd();
  const { difference } = await zstd;
  for (const name of readdirSync(folder)) {
    const family = familyOf(name);
    if (family === null) continue;
    const file = join(folder, name);
    const content = readFileSync(file);
    const least = existsSync(`${file}.br`) ? statSync(`${file}.br`).size : content.length;
    for (const [hash, earlier] of versionsOf(family, name, releases)) {
      const delta = Buffer.concat([magic, Buffer.from(hash, 'hex'), difference(content, earlier)]);
      if (delta.length > least - leastSavedBytes) continue;
      writeFileSync(`${file}.${hash}.dcz`, delta);
      written.files += 1;
      written.bytes += delta.length;
    }
  }
  return written;
}

/**
 * Earlier versions of a file, by their hashes.
 * @param {string} family
 * @param {string} name
 * @param {Map<string, Buffer>[]} releases
 */
function versionsOf(family, name, releases) {
  const others = releases.flatMap((files) => [...files].filter(([each]) => each !== name && familyOf(each) === family));
  return new Map(others.map(([, content]) => [createHash('sha256').update(content).digest('hex'), content]));
}

async function openZstd() {
  await init();
  const [packer, unpacker] = [createCCtx(), createDCtx()];
  return {
    /**
     * Zstandard data from which a decoder with `earlier` makes `content`.
     * @param {Buffer} content
     * @param {Buffer} earlier
     */
    difference(content, earlier) {
      const packed = compressUsingDict(packer, content, earlier, level);
      // Browsers don't verify the result, and would run it.
      if (!content.equals(decompressUsingDict(unpacker, packed, earlier))) {
        throw new Error('A difference from an earlier release does not lead to the file.');
      }
      return packed;
    },
  };
}
