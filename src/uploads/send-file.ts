import { uploadBackoff } from '#domain/time/backoff.ts';
import { waitOrWake } from './pause.ts';
import { RefusedFileError } from './refused-file.ts';
import { sendOnce, TryFailedError } from './send-once.ts';

const largePartBytes = 5_000_000;
/** A proxy that buffers whole requests loses interrupted ones, but small parts still complete. */
const smallPartBytes = 1_000_000;
/** Number of parts without an interruption after which parts are large again. */
const calmParts = 10;
/** Number of immediate failures in a row after which POST replaces PATCH, or PATCH replaces POST. */
const maxPatchFailures = 2;
/** Maximum number of times that an upload starts over after it was lost or arrived damaged. */
const maxBeginnings = 3;

export interface SendFileOptions {
  /** Path of the tus calls. */
  path: string;
  metadata: Record<string, string>;
  /** Returns the bearer token; called before each attempt. */
  token(): string;
  /**
   * Renews a refused token. If omitted, a refused token ends the upload.
   * @throws if there's no new token
   */
  renew?(refused: string): Promise<unknown>;
  signal: AbortSignal;
  onUrl?(url: string): void;
  onProgress(sentBytes: number): void;
  /** Called when the upload has paused, because the network is gone or for the reason in `why`. */
  onWaiting(why: string | null): void;
}

/**
 * Sends a file until the server has all of it, however often the network fails.
 * @returns the upload's id
 * @throws {RefusedFileError} if the server refuses the file or its sender; the signal's reason
 */
export async function sendFile(file: { content: Blob; url: string | null }, sending: SendFileOptions): Promise<string> {
  let { url } = file;
  let refusedToken: string | null = null;
  let partBytes = largePartBytes;
  let [failures, calm, beginnings, patchFailures] = [0, 0, 0, 0];
  let overridesPatch = false;
  /** Bytes that the server is known to have. */
  let storedBytes = url === null ? 0 : null;
  for (;;) {
    const { path, metadata, signal } = sending;
    const token = sending.token();
    try {
      await sendOnce({
        ...{ content: file.content, url, path, token, metadata, signal },
        ...{ partBytes: () => partBytes, overridesPatch },
        onProgress: sending.onProgress,
        onQuiet: () => sending.onWaiting(quiet),
        onUrl(begun) {
          url = begun;
          sending.onUrl?.(begun);
        },
        onResumed(bytes) {
          if (storedBytes !== null && bytes > storedBytes) {
            // An interrupted part's bytes were kept: no proxy buffers requests, so no part is too large.
            [failures, patchFailures] = [0, 0];
            partBytes = largePartBytes;
          }
          storedBytes = bytes;
        },
        onPart(bytes) {
          storedBytes = bytes;
          [failures, patchFailures] = [0, 0];
          calm += 1;
          if (calm >= calmParts) partBytes = largePartBytes;
        },
      });
      return idIn(url);
    } catch (error) {
      if (!(error instanceof TryFailedError)) throw error;
      const { status, said, retryAfterMs } = error;
      if (status === 401 && sending.renew !== undefined && refusedToken !== token) {
        refusedToken = token;
        await sending.renew(token);
        continue;
      }
      patchFailures = error.isOfPatch ? patchFailures + 1 : 0;
      const isMethod = error.isOfPatch && (refusesMethod(error) || (status === 0 && patchFailures >= maxPatchFailures));
      if (isMethod) {
        [overridesPatch, patchFailures] = [!overridesPatch, 0];
        if (overridesPatch) continue;
      }
      // Both methods have failed: retry later, as after any network failure.
      const next = isMethod ? 'again' : nextOf(status, url !== null);
      if (next === 'begin' && beginnings < maxBeginnings) {
        beginnings += 1;
        [url, storedBytes] = [null, 0];
        continue;
      }
      if (next !== 'again') throw new RefusedFileError(said ?? unknown, { canTryAgain: next === 'begin' });
      if (status === 0 && !(await isReadable(file.content))) throw new RefusedFileError(unreadable);
      [partBytes, calm] = [smallPartBytes, 0];
      failures += 1;
      sending.onWaiting(status === 0 ? null : said);
      await waitOrWake(uploadBackoff(failures), { atLeastMs: retryAfterMs, signal });
    }
  }
}

/** Some proxies refuse methods they don't know without asking the server. The server's own refusals have a message. */
const refusesMethod = ({ status, said }: TryFailedError) =>
  status === 405 || status === 501 || (said === null && (status === 400 || status === 403));

const quiet = 'Your connection is slow or lost. The upload will continue automatically.';
const unreadable = 'The file can no longer be read. Please choose it again.';
const unknown = 'The upload failed. Please try again.';

/** Next step after a failure: retry, start over, or give up. The calls follow the tus protocol, not the contract. */
function nextOf(status: number, isBegun: boolean): 'again' | 'begin' | 'never' {
  // The server has a different offset (409), is rate-limiting, or is failing.
  if (status === 0 || status === 408 || status === 409 || status === 429 || status >= 500) return 'again';
  // The upload is gone, or arrived damaged.
  return isBegun && (status === 404 || status === 400) ? 'begin' : 'never';
}

/** A file that was changed or deleted after it was picked fails like a broken network. */
const isReadable = (content: Blob) =>
  content
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

function idIn(url: string | null): string {
  const id = url?.split('/').at(-1);
  if (id === undefined) throw new Error('The server returned no address for the upload');
  return id;
}
