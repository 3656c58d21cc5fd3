import { createReadStream } from 'node:fs';
import type { uploadFiles } from '#contract/brand/storage.ts';
import type { RequestOf } from '#contract/wire/endpoint.ts';
import { limits } from '#domain/shared/limits.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { countAttempt } from '#server/services/shared/attempts.ts';
import { reserveFiles, touchFiles } from '../kept-files.ts';
import type { FileNames } from '../names.ts';
import type { PictureDrawer } from '../pictures/picture-drawer.ts';
import { pictureType } from '../pictures/picture-type.ts';
import type { FileStore } from '../stores/file-store.ts';
import type { Spool, SpooledFile } from '../stores/spool.ts';
import { cleanVideo, looksLikeVideo, videoType } from '../stores/video.ts';

export type Destination = RequestOf<typeof uploadFiles>['body']['destinationPath'];

/** Kilobytes of new files per brand and day: 2 GB. */
const maxKilobytes = 2_000_000;
const dayMs = 86_400_000;

/** Names, temporary files and storage of uploads. */
export interface Uploads {
  names: FileNames;
  spool: Spool;
  store: FileStore;
  drawer: PictureDrawer;
  /** Quota of a brand's files, in bytes. */
  quotaBytes: number;
}

interface UploadDeps {
  uploads: Uploads;
  now(): Date;
}

/** A validated file with its final name; `path` is null if it is already stored. */
interface Ready {
  name: string;
  mime: string;
  sizeBytes: number;
  path: string | null;
}

/**
 * Counts an upload request before any of its files is read.
 * @throws {ApiError} 429 after many requests
 */
export const countUpload = ({ db, brandId }: BrandScope, now: Date): Promise<void> =>
  countAttempt(db, [{ subject: ['upload', brandId], max: 100 }], now);

/**
 * Stores files and returns their URLs in the given order. A file's type is detected from its content; its name and
 * declared type are ignored. Nothing is stored unless all of the files are acceptable. The same content always gets the
 * same URL.
 * @throws {ApiError} 413, 415 or 400 naming the first unacceptable file; 429 after 2 GB in a day; 413 if the quota is
 * exceeded; 503 if the store can't be reached (a retry finds the files stored by then)
 */
export async function storeUploads(
  { uploads, now }: UploadDeps,
  scope: BrandScope,
  { destination, files }: { destination: Destination; files: readonly SpooledFile[] },
): Promise<{ urls: { url: string; mime: string }[] }> {
  const { names, store, quotaBytes } = uploads;
  const ready: Ready[] = [];
  for (const [index, file] of files.entries()) {
    try {
      ready.push(await makeReady({ uploads, now }, scope, destination, file));
    } catch (error) {
      throw error instanceof ApiError && error.code !== 'unavailable' ? named(error, index) : error;
    }
  }
  const newBytes = ready.reduce((sum, { path, sizeBytes }) => sum + (path === null ? 0 : sizeBytes), 0);
  if (newBytes > 0) {
    const quota = { subject: ['upload kilobytes', scope.brandId], max: maxKilobytes, windowMs: dayMs };
    await countAttempt(scope.db, [{ ...quota, by: Math.ceil(newBytes / 1000) }], now());
  }
  const kept = ready.map(({ name, sizeBytes }) => ({ name, sizeBytes }));
  await reserveFiles(scope, kept, { quotaBytes, now: now() });
  for (const { name, path, sizeBytes } of ready) {
    if (path !== null) await store.put(name, createReadStream(path), sizeBytes);
  }
  // Creators open a campaign's media outside the app, so its URLs are absolute.
  const addressOf = destination === 'campaigns/media' ? names.absoluteAddressOf : names.addressOf;
  return { urls: ready.map(({ name, mime }) => ({ url: addressOf(name), mime })) };
}

async function makeReady(
  { uploads: { names, store, drawer }, now }: UploadDeps,
  scope: BrandScope,
  destination: Destination,
  { path, sizeBytes, digest, head }: SpooledFile,
): Promise<Ready> {
  const isVideo = destination === 'campaigns/media' && looksLikeVideo(head);
  if (!isVideo && sizeBytes > limits.upload.fileBytes) throw new ApiError('payload_too_large', 'File is too large');
  const { mime, extension } = isVideo ? videoType : pictureType;
  const name = names.nameOf(scope.brandId, destination, digest, extension);
  // If the cleanup is deleting this file, the call waits for the deletion, and the file is stored again below.
  await touchFiles(scope, [name], now());
  const known = await store.find(name);
  if (known !== null) return { name, mime, sizeBytes: known.sizeBytes, path: null };
  if (isVideo) {
    await cleanVideo(path, sizeBytes);
    return { name, mime, sizeBytes, path };
  }
  const to = `${path}.${extension}`;
  return { name, mime, sizeBytes: await drawer.redraw(scope.brandId, { from: path, to }), path: to };
}

function named({ code, message, extras }: ApiError, index: number): ApiError {
  return new ApiError(code, message, { ...extras, issues: [{ path: `body.files.${index}`, message }] });
}
