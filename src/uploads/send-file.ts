import { waitOrWake } from './pause.ts';
import { RefusedFileError } from './refused-file.ts';
import { sendOnce, TryFailedError } from './send-once.ts';

const largePartBytes = 5_000_000;
/** A proxy that keeps a request back until it has all of it loses what was cut: small parts end all the same. */
const smallPartBytes = 1_000_000;
/** After so many without a cut they are large again. */
const calmParts = 10;
const delaysMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** After so many PATCHs in a row that failed at once, POST takes their place, or PATCH that of POST. */
const mostPatchFailures = 2;
/** An upload that is gone, or arrived damaged, begins again so many times. */
const mostBeginnings = 3;

export interface Sending {
  /** Path of the tus calls. */
  path: string;
  metadata: Record<string, string>;
  /** The bearer token; it is asked for before each attempt. */
  token(): string;
  /** Renews a token that was refused; without it a refused token ends the upload. @throws where there is no other */
  renew?(refused: string): Promise<unknown>;
  signal: AbortSignal;
  onUrl?(url: string): void;
  onProgress(sentBytes: number): void;
  /** The upload pauses: the network is gone, or `why` says what for. */
  onWaiting(why: string | null): void;
}

/**
 * Sends a file until the server has all of it, however often the network fails.
 * @returns the upload's id
 * @throws {RefusedFileError} where the server takes no such file, or no such sender; the signal's reason
 */
export async function sendFile(file: { content: Blob; url: string | null }, sending: Sending): Promise<string> {
  let { url } = file;
  let refusedToken: string | null = null;
  let partBytes = largePartBytes;
  let [failures, calm, beginnings, patchFailures] = [0, 0, 0, 0];
  let overridesPatch = false;
  /** Bytes that the server has, as far as is known here. */
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
            // The bytes of a cut part are kept: nothing holds requests back, and no part is too large.
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
      const isMethod =
        error.isOfPatch && (refusesMethod(error) || (status === 0 && patchFailures >= mostPatchFailures));
      if (isMethod) {
        [overridesPatch, patchFailures] = [!overridesPatch, 0];
        if (overridesPatch) continue;
      }
      // Both methods have failed: retry later, as after any network failure.
      const next = isMethod ? 'again' : nextOf(status, url !== null);
      if (next === 'begin' && beginnings < mostBeginnings) {
        beginnings += 1;
        [url, storedBytes] = [null, 0];
        continue;
      }
      if (next !== 'again') throw new RefusedFileError(said ?? unknown, { canTryAgain: next === 'begin' });
      if (status === 0 && !(await isReadable(file.content))) throw new RefusedFileError(unreadable);
      [partBytes, calm] = [smallPartBytes, 0];
      const delayMs = delaysMs[Math.min(failures, delaysMs.length - 1)] ?? 0;
      failures += 1;
      sending.onWaiting(status === 0 ? null : said);
      await waitOrWake(delayMs, { atLeastMs: retryAfterMs, signal });
    }
  }
}

/** Some proxies refuse methods that they don't know, without asking the server, whose own refusals have a message. */
const refusesMethod = ({ status, said }: TryFailedError) =>
  status === 405 || status === 501 || (said === null && (status === 400 || status === 403));

const quiet = 'Your connection is slow or lost. The upload will continue automatically.';
const unreadable = 'The file can no longer be read. Please choose it again.';
const unknown = 'The upload failed. Please try again.';

/** Next step after a failure: the same again, a new beginning, or nothing. tus is a protocol of its own, and no call of the contract. */
function nextOf(status: number, isBegun: boolean): 'again' | 'begin' | 'never' {
  // The server has another part than was thought (409), is asked too often, or is not well.
  if (status === 0 || status === 408 || status === 409 || status === 429 || status >= 500) return 'again';
  // It is gone, or what arrived is not what was sent.
  return isBegun && (status === 404 || status === 400) ? 'begin' : 'never';
}

/** A file that was changed or deleted since it was picked looks like a broken network to what sends it. */
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
