import { maxUploadBytes } from '#contract/creator/draft-uploads.ts';
import { RefusedFileError } from '#uploads/refused-file.ts';
import { compressVideo } from './compress-video.ts';
import { fingerprintOf, renditionFingerprint, sha256Of } from './fingerprint.ts';
import { storeVideo } from './kept-file.ts';
import type { FileToSend } from './state.ts';
import { readVideo } from './video-facts.ts';

/** A started upload, of which the server has a part. */
export interface BegunUpload {
  url: string;
  sizeBytes: number;
  fingerprint: string | null;
}

interface PrepareOptions {
  /** Id of the upload whose original this file is; an original is sent unchanged. Null for a draft. */
  originalOf: string | null;
  /** The server's upload for this offer, used if it's for the same file. */
  begun: BegunUpload | null;
  signal: AbortSignal;
  /** Aborted when the creator prefers sending the original to waiting for the compression. */
  skipCompression: AbortSignal;
  onProgress(fraction: number, canSendOriginal: boolean): void;
}

/**
 * Prepares a picked file: compressed if the browser can do that in reasonable time, otherwise unchanged.
 * @throws {RefusedFileError} if the file can't be accepted; the signal's reason
 */
export async function prepare(file: File, preparing: PrepareOptions): Promise<FileToSend> {
  const { originalOf, begun, signal, skipCompression, onProgress } = preparing;
  if (file.size === 0) throw new RefusedFileError('This file is empty. Please choose another video.');
  const facts = await readVideo(file);
  const fingerprint = await fingerprintOf(file);
  const isSame = begun?.fingerprint === fingerprint && begun.sizeBytes === file.size;
  const url = isSame ? begun.url : null;
  const original = { content: file, name: file.name, fingerprint, sha256: null, originalOf, url };
  if (isSame) return original;
  const canSendOriginal = file.size <= maxUploadBytes;
  const making = {
    ...{ signal, skipCompression, canSendOriginal },
    onProgress: (fraction: number) => onProgress(fraction, canSendOriginal),
  };
  const small = originalOf === null ? await compressVideo(file, facts, making) : null;
  if (small !== null) {
    const sha256 = await sha256Of(small);
    const own = renditionFingerprint(sha256);
    const content = (await storeVideo(small, own)) ?? small;
    return { content, name: file.name, fingerprint: own, sha256, originalOf, url: null };
  }
  if (!canSendOriginal) {
    const gb = maxUploadBytes / 1_000_000_000;
    throw new RefusedFileError(`This video is too large. The limit is ${gb} GB: please choose a shorter one.`);
  }
  // Store the file during the upload: on a phone, a picked file is lost when its page closes.
  void storeVideo(file, fingerprint);
  return original;
}
