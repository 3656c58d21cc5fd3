import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import * as v from 'valibot';
import { maxUploadBytes } from '#contract/creator/draft-uploads.ts';
import type { Config } from '../config.ts';
import { reasonOf } from '../errors/start-error.ts';
import { findEncoder } from '../services/drafts/renditions/encoder.ts';
import { configuredFileStore } from '../services/files/stores/store.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const gb = 1_000_000_000;
/** Drafts are stored in the data directory, and compressed copies are written beside them. */
const minFree = { needed: 1.5 * maxUploadBytes, advised: 10 * gb };

/** Checks the data directory, its disk, and the file store, by writing and deleting a small file. */
export async function checkFiles(config: Pick<Config, 'dataDir' | 's3'>): Promise<Finding[]> {
  return [...checkFolder(config.dataDir), ...(config.s3 === null ? [] : await checkStore(config))];
}

function checkFolder(dataDir: string): Finding[] {
  // The first start creates a missing folder.
  let folder = dataDir;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    if (!statSync(folder).isDirectory()) return [unusable(folder, 'it is a file')];
    accessSync(folder, constants.W_OK);
    if (folder === dataDir) {
      const probe = join(folder, `doctor-${process.pid}`);
      writeFileSync(probe, '');
      rmSync(probe);
    }
  } catch (error) {
    return [unusable(folder, reasonOf(error) ?? String(error))];
  }
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  const text = `${(freeBytes / gb).toFixed(1)} GB are free in ${folder}.`;
  const fix = 'Free some space, or keep uploads in a bucket with S3_BUCKET.';
  if (freeBytes < minFree.needed) return [problem(text, fix)];
  return [freeBytes < minFree.advised ? warning(text, fix) : ok(text)];
}

const unusable = (folder: string, reason: string) =>
  problem(
    `Nothing can be written to ${folder}: ${reason}.`,
    'Make the user that runs Afield its owner, or set DATA_DIR to another folder.',
  );

async function checkStore(config: Pick<Config, 'dataDir' | 's3'>): Promise<Finding[]> {
  // The store logs the service's error, and throws an error that says only that it is unavailable.
  let said = 'it doesn’t respond';
  const log = pino(
    { level: 'error' },
    {
      write(line: string) {
        const logged = v.safeParse(storeLogSchema, JSON.parse(line));
        if (logged.success) said = `${logged.output.reason.name}: ${logged.output.reason.message}`;
      },
    },
  );
  const store = await configuredFileStore(config, log);
  // No brand has this ID.
  const name = `brd_${'0'.repeat(26)}/${randomBytes(32).toString('base64url')}.webp`;
  const content = randomBytes(32);
  try {
    await store.put(name, one(content), content.length);
    try {
      const found = await store.find(name);
      const read = found === null ? null : await buffer(await found.read(0, content.length - 1));
      if (read?.equals(content) !== true)
        return [
          problem('The bucket doesn’t return what was stored in it.', 'Check that S3_ENDPOINT is an S3 service.'),
        ];
    } finally {
      await store.delete(name);
    }
    return [ok('The bucket stores, returns and deletes files.')];
  } catch {
    return [
      problem(
        `The bucket can’t be used: ${said}.`,
        'Check S3_BUCKET, S3_ENDPOINT and S3_REGION, and that the credentials may get, put, delete and list objects.',
      ),
    ];
  } finally {
    store.close();
  }
}

const storeLogSchema = v.object({ reason: v.object({ name: v.string(), message: v.string() }) });

async function* one(content: Uint8Array) {
  yield content;
}

/** Checks for ffmpeg, which compresses drafts. */
export async function checkFfmpeg({ ffmpegPath }: Pick<Config, 'ffmpegPath'>): Promise<Finding[]> {
  const encoder = await findEncoder(ffmpegPath, { info: () => {}, warn: () => {} });
  if (encoder === null) {
    return [
      warning(
        'There is no ffmpeg with libx264 and aac, so drafts that browsers can’t play are refused.',
        'Install ffmpeg (Debian: apt-get install ffmpeg), or set FFMPEG_PATH to it.',
      ),
    ];
  }
  if (!encoder.hasToneMapping)
    return [warning(`${encoder.path} has no zscale, so HDR videos will look pale.`, 'Install an ffmpeg with libzimg.')];
  return [ok(`Drafts are compressed with ${encoder.path}.`)];
}
