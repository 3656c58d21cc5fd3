import type { RequestOf } from '../../../contract/endpoint.ts';
import type { uploadFiles } from '../../../contract/storage.ts';
import { ApiError } from '../../api-error.ts';
import type { BrandScope } from '../../database/brand-scope.ts';
import { countAttempt } from '../attempts.ts';
import type { FileNames } from './names.ts';
import type { PictureDrawer } from './picture-drawer.ts';
import { pictureType } from './picture-type.ts';
import type { FileStore } from './store.ts';
import { cleanVideo, looksLikeVideo, videoType } from './video.ts';

type Upload = RequestOf<typeof uploadFiles>['body'];

const mostBytes = 10_000_000;
/** Of new files of a brand in a day, in kilobytes: 2 GB. */
const mostKilobytes = 2_000_000;
const dayMs = 86_400_000;

/** What uploads are called and where they are kept. */
export interface Uploads {
  names: FileNames;
  store: FileStore;
  drawer: PictureDrawer;
}

interface UploadDeps {
  uploads: Uploads;
  now(): Date;
}

/**
 * Stores files and answers their addresses in the order given. What a file is, its content decides; its name and type are
 * not believed. Nothing is stored unless all of them can be. The same content again gives the same address.
 * @throws {ApiError} 413, 415 or 400 that names the first file that can't be taken; 429 after many calls, or 2 GB in a day; 503 if the store
 * can't be reached: what was stored by then is found again when the call is repeated
 */
export async function storeUploads(
  { uploads: { names, store, drawer }, now }: UploadDeps,
  scope: BrandScope,
  { destinationPath, files }: Upload,
): Promise<{ urls: { url: string; mime: string }[] }> {
  await countAttempt(scope.db, [{ subject: ['upload', scope.brandId], most: 100 }], now());
  const takesVideo = destinationPath === 'campaigns/media';
  const ready: { name: string; mime: string; content: Buffer | null }[] = [];
  for (const [index, { fileBase64 }] of files.entries()) {
    try {
      const given = decode(fileBase64);
      const isVideo = takesVideo && looksLikeVideo(given);
      const { mime, extension } = isVideo ? videoType : pictureType;
      const name = names.nameOf(scope.brandId, destinationPath, given, extension);
      const contentOf = isVideo ? cleanVideo : (picture: Buffer) => drawer.redraw(scope.brandId, picture);
      const isKnown = await store.has(name);
      ready.push({ name, mime, content: isKnown ? null : await contentOf(given) });
    } catch (error) {
      throw error instanceof ApiError && error.code !== 'unavailable' ? named(error, index) : error;
    }
  }
  const newBytes = ready.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  if (newBytes > 0) {
    const quota = { subject: ['upload kilobytes', scope.brandId], most: mostKilobytes, windowMs: dayMs };
    await countAttempt(scope.db, [{ ...quota, by: Math.ceil(newBytes / 1000) }], now());
  }
  for (const { name, content } of ready) if (content !== null) await store.write(name, content);
  // Media of a campaign are for creators, who read them elsewhere.
  const addressOf = takesVideo ? names.absoluteAddressOf : names.addressOf;
  return { urls: ready.map(({ name, mime }) => ({ url: addressOf(name), mime })) };
}

function decode(base64: string): Buffer {
  // What browsers' FileReader gives has its type in front.
  const text = base64.replace(/^data:[^,]{0,200};base64,/, '');
  if (!/^[A-Za-z0-9+/]*={0,2}\s*$/.test(text)) throw new ApiError('invalid_request', 'Expected base64.');
  const content = Buffer.from(text, 'base64');
  if (content.length > mostBytes) throw new ApiError('payload_too_large', 'File is too large');
  return content;
}

function named({ code, message, extras }: ApiError, index: number): ApiError {
  return new ApiError(code, message, { ...extras, issues: [{ path: `body.files.${index}`, message }] });
}
