import { mediaUploadsPath, storeUpload } from '#contract/brand/media-uploads.ts';
import { uploadFiles } from '#contract/brand/storage.ts';
import type { CallOf, ResponseOf } from '#contract/wire/endpoint.ts';
import { limits } from '#domain/shared/limits.ts';
import { foregroundBackoff } from '#domain/time/backoff.ts';
import { waitOrWake } from '#uploads/pause.ts';
import { apiUrl } from './app-settings.ts';
import { call } from './client.ts';
import { ApiError, isNetworkFailure } from './error.ts';
import { refreshSession } from './session/refresh.ts';
import { readSession } from './session/session.ts';

type Destination = CallOf<typeof uploadFiles>['body']['destinationPath'];
type UploadedFile = ResponseOf<typeof uploadFiles>['urls'][number];

interface Options {
  signal?: AbortSignal;
  onProgress?(sentBytes: number): void;
  /** The upload has paused and will resume automatically; `why` is the reason. */
  onWaiting?(why: string): void;
}

/** Smaller files are sent in one call, and resent in full after a dropped connection. */
const resumedFromBytes = 1_000_000;
const slowNetwork = 'Your connection is slow or lost. The upload will continue automatically.';

/**
 * Uploads a file; returns its address and type. Uploading the same file again returns the same address. Larger files
 * are sent in parts and resume after a dropped connection.
 * @param destination such as `brand/profile-picture/`
 * @throws {ApiError} and {RefusedFileError}, each with a message for the user; the signal's reason
 */
export async function uploadFile(destination: Destination, file: File, options: Options = {}): Promise<UploadedFile> {
  // Across origins, browsers send tus headers only if the server allows each of them.
  const isElsewhere = new URL(apiUrl('/'), location.href).origin !== location.origin;
  if (file.size < resumedFromBytes || (isElsewhere && file.size <= limits.upload.fileBytes))
    return inOneCall(destination, file, options);
  return inParts(destination, file, options);
}

async function inOneCall(destinationPath: Destination, file: File, { signal }: Options): Promise<UploadedFile> {
  const files = [{ fileBase64: await base64Of(file), filename: file.name, mime: file.type }];
  const { data } = await call(uploadFiles, { body: { destinationPath, files }, ...(signal ? { signal } : {}) });
  const [stored] = data.urls;
  if (!stored) throw new Error('The server didn’t return the file’s address. Please try again.');
  return stored;
}

async function inParts(destination: Destination, file: File, options: Options): Promise<UploadedFile> {
  // The app shell doesn't cache this chunk, and an updated server no longer has an older build's.
  const sender = await import('#uploads/send-file.ts').catch(() => null);
  if (sender === null && file.size <= limits.upload.fileBytes) return inOneCall(destination, file, options);
  if (sender === null) throw new Error('Part of the app didn’t load. Reload the page and try again.');
  const { signal = new AbortController().signal, onProgress = () => {}, onWaiting = () => {} } = options;
  const uploadId = await sender.sendFile(
    { content: file, url: null },
    {
      ...{ path: apiUrl(mediaUploadsPath), metadata: { destination }, signal, onProgress },
      onWaiting: (why) => onWaiting(why ?? slowNetwork),
      token: () => readSession()?.accessToken ?? '',
      renew: refreshSession,
    },
  );
  for (let tries = 0; ; tries += 1) {
    try {
      return (await call(storeUpload, { body: { uploadId }, signal })).data;
    } catch (error) {
      // Retrying is safe: the server stores the file only once.
      if (!mayStoreLater(error) || signal.aborted) throw error;
      onWaiting(slowNetwork);
      await waitOrWake(foregroundBackoff(tries + 1), { signal });
    }
  }
}

/** A network failure, or a temporary server failure. */
const mayStoreLater = (error: unknown) =>
  isNetworkFailure(error) || (error instanceof ApiError && (error.code === 'timeout' || error.code === 'unavailable'));

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // A data URL has its type before the first comma.
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}
