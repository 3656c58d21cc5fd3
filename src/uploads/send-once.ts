import { DetailedError, Upload } from 'tus-js-client';

/**
 * Time without progress after which an attempt is stopped, since a half-open connection never fails by itself. A slow network has
 * enough time to send the device's buffer.
 */
const stalledMs = 45_000;
/** Time without progress after which a displayed remaining time is no longer accurate. */
const quietMs = 5_000;

type FailureFacts = Partial<{ said: string | null; retryAfterMs: number; isOfPatch: boolean }>;

/** An upload attempt that didn't complete. */
export class TryFailedError extends Error {
  override readonly name = 'TryFailedError';
  /** 0 without a response from the server. */
  readonly status: number;
  /** The server's message for users. */
  readonly said: string | null;
  readonly retryAfterMs: number;
  /** True if a PATCH failed although the server had just responded to another method. */
  readonly isOfPatch: boolean;

  constructor(status: number, { said = null, retryAfterMs = 0, isOfPatch = false }: FailureFacts = {}) {
    super(said ?? `Answered ${status}`);
    this.status = status;
    this.said = said;
    this.retryAfterMs = retryAfterMs;
    this.isOfPatch = isOfPatch;
  }
}

interface Try {
  content: Blob;
  /** URL of a started upload; null to start one. */
  url: string | null;
  /** Path of the tus calls. */
  path: string;
  token: string;
  metadata: Record<string, string>;
  /** Returns the size of the next part; called before each part. */
  partBytes(): number;
  /** Sends bytes by POST with `X-HTTP-Method-Override`: some networks drop PATCH. */
  overridesPatch: boolean;
  signal: AbortSignal;
  onUrl(url: string): void;
  onProgress(sentBytes: number): void;
  /** Called after some seconds without progress; the attempt continues. */
  onQuiet(): void;
  /** Called when the server has reported its offset, and the next part follows. */
  onResumed(storedBytes: number): void;
  /** Called when the server has stored a part and everything before it. */
  onPart(storedBytes: number): void;
}

/**
 * Sends the rest of an upload, part by part, until it completes or fails.
 * @throws {TryFailedError} or the signal's reason
 */
export function sendOnce(given: Try): Promise<void> {
  const { content, url, path, token, metadata, partBytes, overridesPatch, signal } = given;
  return new Promise((resolve, reject) => {
    let progressedAt = performance.now();
    const progressed = () => {
      progressedAt = performance.now();
    };
    // Bytes are sent by PATCH or its substitute. If the first of these fails after a response to POST or HEAD, the
    // method is the likely cause.
    let [isSendingBytes, hasAnswered, hasPart] = [false, false, false];
    const isOfPatch = () => isSendingBytes && hasAnswered && !hasPart;
    const upload = new Upload(content, {
      // Without an endpoint, tus doesn't restart a lost upload by itself.
      endpoint: url === null ? new URL(path, location.href).href : null,
      uploadUrl: url === null ? null : new URL(url, location.href).href,
      metadata,
      headers: { Authorization: `Bearer ${token}` },
      chunkSize: partBytes(),
      retryDelays: null,
      overridePatchMethod: overridesPatch,
      onBeforeRequest(request) {
        isSendingBytes = request.getMethod() === 'PATCH' || request.getHeader('X-HTTP-Method-Override') === 'PATCH';
      },
      storeFingerprintForResuming: false,
      onAfterResponse(request, response) {
        hasAnswered ||= response.getStatus() < 300;
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
        hasPart = true;
        given.onPart(storedBytes);
        upload.options.chunkSize = partBytes();
      },
      onSuccess: () => settle(resolve),
      onError: (error) => settle(() => reject(failureOf(error, isOfPatch()))),
    });
    const stop = (reason: unknown) => settle(() => void upload.abort().finally(() => reject(reason)));
    const onAbort = () => stop(signal.reason);
    // A device without a network has lost its connections, even if the browser doesn't close them.
    const onOffline = () => stop(new TryFailedError(0));
    const watch = setInterval(() => {
      const forMs = performance.now() - progressedAt;
      if (forMs > stalledMs) stop(new TryFailedError(0, { isOfPatch: isOfPatch() }));
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

function failureOf(error: Error, isOfPatch: boolean): TryFailedError {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  // A captive portal's page has status 200, so our server wasn't reached.
  if (response === null || status < 400) return new TryFailedError(0, { isOfPatch });
  const retryAfterMs = Number(response.getHeader('Retry-After') ?? 0) * 1000;
  return new TryFailedError(status, { said: saidIn(response.getBody()), retryAfterMs, isOfPatch });
}

/** Our errors are JSON; ignore a gateway's HTML. */
function saidIn(body: string): string | null {
  try {
    const { message } = JSON.parse(body);
    return typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
}
