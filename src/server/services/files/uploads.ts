import { createReadStream } from 'node:fs';
import type { RequestOf } from '../../../contract/endpoint.ts';
import type { uploadFiles } from '../../../contract/storage.ts';
import { ApiError } from '../../api-error.ts';
import type { BrandScope } from '../../database/brand-scope.ts';
import { countAttempt } from '../attempts.ts';
import type { FileNames } from './names.ts';
import type { PictureDrawer } from './picture-drawer.ts';
import { pictureType } from './picture-type.ts';
import type { Spool, SpooledFile } from './spool.ts';
import type { FileStore } from './store.ts';
import { cleanVideo, looksLikeVideo, videoType } from './video.ts';

type Destination = RequestOf<typeof uploadFiles>['body']['destinationPath'];

/** Of new files of a brand in a day, in kilobytes: 2 GB. */
const mostKilobytes = 2_000_000;
const dayMs = 86_400_000;

/** What uploads are called, where they wait, and where they are kept. */
export interface Uploads {
  names: FileNames;
  spool: Spool;
  store: FileStore;
  drawer: PictureDrawer;
}

interface UploadDeps {
  uploads: Uploads;
  now(): Date;
}

/** A file under the name that it will have; `made` is null where the store has it already. */
interface Ready {
  name: string;
  mime: string;
  made: { path: string; sizeBytes: number } | null;
}

/**
 * Counts a call that brings files, before any of it is read.
 * @throws {ApiError} 429 after many
 */
export const countUpload = ({ db, brandId }: BrandScope, now: Date): Promise<void> =>
  countAttempt(db, [{ subject: ['upload', brandId], most: 100 }], now);

/**
 * Stores files and answers their addresses in the order given. What a file is, its content decides; its name and type are
 * not believed. Nothing is stored unless all of them can be. The same content again gives the same address.
 * @throws {ApiError} 413, 415 or 400 that names the first file that can't be taken; 429 after 2 GB in a day; 503 if the store
 * can't be reached: what was stored by then is found again when the call is repeated
 */
export async function storeUploads(
  { uploads, now }: UploadDeps,
  scope: BrandScope,
  { destination, files }: { destination: Destination; files: readonly SpooledFile[] },
): Promise<{ urls: { url: string; mime: string }[] }> {
  const { names, store } = uploads;
  const ready: Ready[] = [];
  for (const [index, file] of files.entries()) {
    try {
      ready.push(await makeReady(uploads, scope.brandId, destination, file));
    } catch (error) {
      throw error instanceof ApiError && error.code !== 'unavailable' ? named(error, index) : error;
    }
  }
  const newBytes = ready.reduce((sum, { made }) => sum + (made?.sizeBytes ?? 0), 0);
  if (newBytes > 0) {
    const quota = { subject: ['upload kilobytes', scope.brandId], most: mostKilobytes, windowMs: dayMs };
    await countAttempt(scope.db, [{ ...quota, by: Math.ceil(newBytes / 1000) }], now());
  }
  for (const { name, made } of ready) {
    if (made !== null) await store.put(name, createReadStream(made.path), made.sizeBytes);
  }
  // Media of a campaign are for creators, who read them elsewhere.
  const addressOf = destination === 'campaigns/media' ? names.absoluteAddressOf : names.addressOf;
  return { urls: ready.map(({ name, mime }) => ({ url: addressOf(name), mime })) };
}

async function makeReady(
  { names, store, drawer }: Uploads,
  brandId: string,
  destination: Destination,
  { path, sizeBytes, digest, head }: SpooledFile,
): Promise<Ready> {
  const isVideo = destination === 'campaigns/media' && looksLikeVideo(head);
  const { mime, extension } = isVideo ? videoType : pictureType;
  const name = names.nameOf(brandId, destination, digest, extension);
  if ((await store.find(name)) !== null) return { name, mime, made: null };
  if (isVideo) {
    await cleanVideo(path, sizeBytes);
    return { name, mime, made: { path, sizeBytes } };
  }
  const picture = `${path}.${extension}`;
  return { name, mime, made: { path: picture, sizeBytes: await drawer.redraw(brandId, { from: path, to: picture }) } };
}

function named({ code, message, extras }: ApiError, index: number): ApiError {
  return new ApiError(code, message, { ...extras, issues: [{ path: `body.files.${index}`, message }] });
}
