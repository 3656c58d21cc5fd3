import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressUsingDict, createCCtx, createDCtx, decompressUsingDict, init } from '@bokuweb/zstd-wasm';

/** Magic number of the `dcz` encoding; the dictionary's hash follows (RFC 9842, 5). */
const magic = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);
/** The best-compressing level within the default memory limits. */
const level = 19;
/** A smaller saving isn't worth a file. */
const minSavedBytes = 128;

/**
 * Name without its hash. Files of one family are versions of each other. src/server/http/app/dictionaries.ts has the
 * same rule for browsers' dictionaries.
 */
const familyOf = (/** @type {string} */ name) => {
  const [, stem, type] = /^(.+)-[\w-]{8}\.(css|js)$/.exec(name) ?? [];
  return stem === undefined ? null : `${stem}.${type}`;
};

/**
 * Shared by all calls: a second `init` would replace the memory of existing contexts.
 * @type {ReturnType<typeof openZstd> | undefined}
 */
let zstd;

/**
 * Writes `NAME.HASH.dcz` next to a folder's scripts and styles: the delta to NAME from the earlier version with the
 * SHA-256 HASH, for browsers that have that version. Files without a similar earlier version get none.
 * @param {string} folder
 * @param {Map<string, Buffer>[]} releases earlier files by name
 * @returns {Promise<{ files: number, bytes: number }>} totals of the files written
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
    const min = existsSync(`${file}.br`) ? statSync(`${file}.br`).size : content.length;
    for (const [hash, earlier] of versionsOf(family, name, releases)) {
      const delta = Buffer.concat([magic, Buffer.from(hash, 'hex'), difference(content, earlier)]);
      if (delta.length > min - minSavedBytes) continue;
      writeFileSync(`${file}.${hash}.dcz`, delta);
      written.files += 1;
      written.bytes += delta.length;
    }
  }
  return written;
}

/**
 * Earlier versions of a file, by hash.
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
     * Zstandard data that decodes to `content` with the dictionary `earlier`.
     * @param {Buffer} content
     * @param {Buffer} earlier
     */
    difference(content, earlier) {
      const packed = compressUsingDict(packer, content, earlier, level);
      // Browsers would run the result without verifying it.
      if (!content.equals(decompressUsingDict(unpacker, packed, earlier))) {
        throw new Error("A difference from an earlier release doesn't reproduce the file.");
      }
      return packed;
    },
  };
}
