import { DetailedError, Upload } from 'tus-js-client';
import { uploadsPath } from '#contract/draft-uploads.ts';

/** A half-open network says nothing; a slow one is given the time to bring what the device has buffered. */
const stalledMs = 45_000;
/** After so long without progress a line that counts seconds is no longer true. */
const quietMs = 5_000;

/** A try that did not get to the end. */
export class TryFailedError extends Error {
  override readonly name = 'TryFailedError';
  /** 0 without an answer of the server's. */
  readonly status: number;
  /** Words of the server for people. */
  readonly said: string | null;
  readonly retryAfterMs: number;

  constructor(status: number, said: string | null = null, retryAfterMs = 0) {
    super(said ?? `Answered ${status}`);
    this.status = status;
    this.said = said;
    this.retryAfterMs = retryAfterMs;
  }
}

interface Try {
  content: Blob;
  /** Address of an upload that was begun; null to begin one. */
  url: string | null;
  token: string;
  metadata: Record<string, string>;
  /** Called before each part. */
  partBytes(): number;
  signal: AbortSignal;
  onUrl(url: string): void;
  onProgress(sentBytes: number): void;
  /** Nothing has moved for some seconds; the try goes on. */
  onQuiet(): void;
  /** The server said how much it has, and the next part follows. */
  onResumed(storedBytes: number): void;
  /** The server has a part, and everything before it. */
  onPart(storedBytes: number): void;
}

/**
 * Sends what the server lacks of an upload, part by part, until something fails.
 * @throws {TryFailedError} or the signal's reason
 */
export function sendOnce(given: Try): Promise<void> {
  const { content, url, token, metadata, partBytes, signal } = given;
  return new Promise((resolve, reject) => {
    let progressedAt = performance.now();
    const progressed = () => {
      progressedAt = performance.now();
    };
    const upload = new Upload(content, {
      // Without an endpoint tus doesn't start a lost upload again by itself.
      endpoint: url === null ? new URL(uploadsPath, location.href).href : null,
      uploadUrl: url === null ? null : new URL(url, location.href).href,
      metadata,
      headers: { Authorization: `Bearer ${token}` },
      chunkSize: partBytes(),
      retryDelays: null,
      storeFingerprintForResuming: false,
      onAfterResponse(request, response) {
        const offset = response.getHeader('Upload-Offset');
        if (request.getMethod() !== 'HEAD' || !offset) return;
        given.onResumed(Number(offset));
        upload.options.chunkSize = partBytes();
      },
      onUploadUrlAvailable() {
        progressed();
        if (upload.url !== null) given.onUrl(new URL(upload.url).pathname);
      },
      onProgress(sentBytes) {
        progressed();
        given.onProgress(sentBytes);
      },
      onChunkComplete(_, storedBytes) {
        progressed();
        given.onPart(storedBytes);
        upload.options.chunkSize = partBytes();
      },
      onSuccess: () => settle(resolve),
      onError: (error) => settle(() => reject(failureOf(error))),
    });
    const stop = (reason: unknown) => settle(() => void upload.abort().finally(() => reject(reason)));
    const onAbort = () => stop(signal.reason);
    // A device without a network has lost its connections, whether or not the browser ends them.
    const onOffline = () => stop(new TryFailedError(0));
    const watch = setInterval(() => {
      const forMs = performance.now() - progressedAt;
      if (forMs > stalledMs) stop(new TryFailedError(0));
      else if (forMs > quietMs) given.onQuiet();
    }, 1_000);
    const settle = (act: () => void) => {
      clearInterval(watch);
      window.removeEventListener('offline', onOffline);
      signal.removeEventListener('abort', onAbort);
      act();
    };
    signal.addEventListener('abort', onAbort);
    window.addEventListener('offline', onOffline);
    if (signal.aborted) onAbort();
    else upload.start();
  });
}

function failureOf(error: Error): TryFailedError {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  // A portal's page comes with status 200: the server was not reached.
  if (response === null || status < 400) return new TryFailedError(0);
  return new TryFailedError(status, saidIn(response.getBody()), Number(response.getHeader('Retry-After') ?? 0) * 1000);
}

/** Words of ours come as JSON; what a gateway says is for nobody. */
function saidIn(body: string): string | null {
  try {
    const { message } = JSON.parse(body);
    return typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
}
