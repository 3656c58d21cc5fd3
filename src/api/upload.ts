import type { AnswerOf, CallOf } from '#contract/endpoint.ts';
import { uploadFiles } from '#contract/storage.ts';
import { call } from './client.ts';

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // A data URL has the type before the first comma.
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}

/**
 * Uploads a file; answers where it is found, and what it is. The same file again has the same address.
 * @param destinationPath such as `brand/profile-picture/`
 * @throws {ApiError}
 */
export async function uploadFile(
  destinationPath: CallOf<typeof uploadFiles>['body']['destinationPath'],
  file: File,
): Promise<AnswerOf<typeof uploadFiles>['urls'][number]> {
  const files = [{ fileBase64: await base64Of(file), filename: file.name, mime: file.type }];
  const { data } = await call(uploadFiles, { body: { destinationPath, files } });
  const [stored] = data.urls;
  if (!stored) throw new Error('The server didn’t return the file’s address. Please try again.');
  return stored;
}
