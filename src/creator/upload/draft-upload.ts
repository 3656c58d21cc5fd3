import type { DraftState, OriginalState } from '#contract/creator/creator.ts';
import { uploadsPath } from '#contract/creator/draft-uploads.ts';
import { createStore, type Readable } from '#store/create-store.ts';
import { RefusedFileError } from '#uploads/refused-file.ts';
import { sha256In } from './fingerprint.ts';
import { deleteStoredFile, findStoredFile } from './kept-file.ts';
import type { BegunUpload } from './prepare.ts';
import { uploadRate } from './rate.ts';
import type { FileToSend, UploadState } from './state.ts';
import { withWakeLock } from './with-wake-lock.ts';

type Uploading = Extract<DraftState, { state: 'uploading' }>;

/**
 * Uploads one offer's video, or a draft's original, from the creator's device. Create one per offer, outside of React:
 *
 * ```tsx
 * const upload = useState(() => createDraftUpload({ token }))[0];
 * const state = useStore(upload);
 * ```
 *
 * The server's state of the draft (`offer.draft`) matters when the page loads: if its state is `uploading` and no
 * upload is running here, call `resume`. The video code is loaded only when a file is picked or an upload is resumed.
 */
export interface DraftUpload extends Readable<UploadState> {
  /**
   * Starts with a file, replacing any current upload. If the server already has part of the file, the upload continues
   * from that part.
   * @param begun the server's state of the offer's draft, or of its original
   * @param originalOf id of the upload whose original this file is; undefined for a draft
   */
  pick(file: File, begun: DraftState | OriginalState | null, originalOf?: string): void;
  /**
   * Resumes an upload that a reload or a crash has interrupted.
   * @returns false if this browser hasn't stored the video. The upload then continues once the creator picks it again
   */
  resume(draft: Uploading): Promise<boolean>;
  pause(): void;
  /** Continues after a pause, or after a failure with `canTryAgain`. */
  continueUpload(): void;
  /** Stops compressing, and sends the picked file unchanged. */
  sendAsItIs(): void;
  /**
   * Returns the original of a draft whose compressed version was sent as this upload. The file is released after the
   * first call.
   */
  takeSource(uploadId: string): File | null;
  /**
   * Cancels the upload permanently: `resume` won't continue it, but picking the same file again will.
   * @returns id of the server's partial upload, which the caller must delete (`dropCreatorDraft`); null if this page
   * knows of none
   */
  cancel(): string | null;
}

const notLoaded = 'Part of this page didn’t load. Please check your connection and try again.';

const metadataOf = ({ name, fingerprint, sha256, originalOf }: FileToSend): Record<string, string> => ({
  ...{ filename: name, fingerprint },
  ...(sha256 === null ? {} : { sha256, rendition: '1' }),
  ...(originalOf === null ? {} : { originalOf }),
});

const failed = (name: string, error: unknown): UploadState => {
  const isRefused = error instanceof RefusedFileError;
  const message = isRefused ? error.message : notLoaded;
  return { step: 'failed', name, message, canTryAgain: !isRefused || error.canTryAgain };
};

/** Runs one task at a time. Starting another aborts the current one, whose failure is then ignored. */
function createJob(onFailed: (name: string, error: unknown) => void) {
  let current = new AbortController();
  let restart = () => {};
  function begin(name: string, work: (signal: AbortSignal) => Promise<void>): void {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    restart = () => begin(name, work);
    withWakeLock(() => work(signal)).catch((error: unknown) => {
      if (!signal.aborted) onFailed(name, error);
    });
  }
  return { begin, abort: () => current.abort(), restart: () => restart() };
}

/** The part of a file that the server has. */
interface PartialUpload {
  url: string | null;
  sentBytes: number;
}

interface Sending {
  token: string;
  /** Updated during the upload. */
  part: PartialUpload;
  signal: AbortSignal;
  set: (state: UploadState) => void;
}

/**
 * Sends a file, and a still of it unless it's an original, whose draft already has one.
 * @returns the upload's id
 */
async function sendWithStill(file: FileToSend, { token, part, signal, set }: Sending): Promise<string> {
  const { name, content } = file;
  const totalBytes = content.size;
  const rate = uploadRate();
  const show = (secondsLeft: number | null) =>
    set({ step: 'uploading', name, sentBytes: part.sentBytes, totalBytes, secondsLeft });
  show(null);
  const { sendFile } = await import('#uploads/send-file.ts');
  const { sendStill, stillOf } = await import('./send-still.ts');
  const still = file.originalOf === null ? stillOf(content) : null;
  const uploadId = await sendFile(file, {
    ...{ path: uploadsPath, token: () => token, metadata: metadataOf(file), signal },
    onUrl(url) {
      file.url = url;
      if (!signal.aborted) part.url = url;
    },
    onProgress(bytes) {
      if (signal.aborted) return;
      part.sentBytes = bytes;
      show(rate.secondsLeft(bytes, totalBytes));
    },
    onWaiting: (why) => set({ step: 'waiting', name, why, sentBytes: part.sentBytes, totalBytes }),
  });
  signal.throwIfAborted();
  const picture = await still;
  if (picture !== null) await sendStill(picture, { token, uploadId, signal });
  signal.throwIfAborted();
  return uploadId;
}

/** @param token of the creator's link */
export function createDraftUpload({ token }: { token: string }): DraftUpload {
  const { read, write: set, subscribe } = createStore<UploadState>({ step: 'idle' });
  const job = createJob((name, error) => set(failed(name, error)));
  let skipCompression = new AbortController();
  const part: PartialUpload = { url: null, sentBytes: 0 };
  /** The server may still have parts of these uploads, since deleting them takes a moment or may fail. */
  const cancelledUrls = new Set<string>();
  let source: { file: File; uploadId: string | null } | null = null;

  function send(file: FileToSend): void {
    part.url = file.url ?? part.url;
    job.begin(file.name, async (signal) => {
      const uploadId = await sendWithStill(file, { token, part, signal, set });
      signal.throwIfAborted();
      if (source !== null) source.uploadId = uploadId;
      set({ step: 'done', name: file.name, uploadId });
      await deleteStoredFile(file.fingerprint);
    });
  }

  function pick(file: File, known: DraftState | OriginalState | null, originalOf: string | null = null): void {
    part.sentBytes = 0;
    source = null;
    const begun: BegunUpload | null = known?.state === 'uploading' ? known : null;
    part.url = begun?.url ?? null;
    skipCompression = new AbortController();
    job.begin(file.name, async (signal) => {
      set({ step: 'checking', name: file.name });
      await deleteStoredFile(null);
      const { prepare } = await import('./prepare.ts');
      const onProgress = (fraction: number, canSendOriginal: boolean) => {
        if (!signal.aborted) set({ step: 'preparing', name: file.name, fraction, canSendOriginal });
      };
      const ready = await prepare(file, {
        originalOf,
        begun,
        signal,
        skipCompression: skipCompression.signal,
        onProgress,
      });
      signal.throwIfAborted();
      if (ready.sha256 !== null) source = { file, uploadId: null };
      send(ready);
    });
  }

  return {
    read,
    subscribe,
    pick,
    async resume({ url, name, sizeBytes, receivedBytes, fingerprint, originalOf }) {
      const content = fingerprint === null ? null : await findStoredFile(fingerprint, sizeBytes);
      if (content === null || fingerprint === null || cancelledUrls.has(url)) return false;
      part.sentBytes = receivedBytes;
      send({ content, name, fingerprint, sha256: sha256In(fingerprint), originalOf, url });
      return true;
    },
    pause() {
      const state = read();
      if (state.step !== 'uploading' && state.step !== 'waiting') return;
      const { name, totalBytes } = state;
      job.abort();
      set({ step: 'paused', name, sentBytes: part.sentBytes, totalBytes });
    },
    continueUpload() {
      const { step } = read();
      if (step === 'paused' || step === 'failed') job.restart();
    },
    sendAsItIs: () => skipCompression.abort(),
    takeSource(uploadId) {
      if (source?.uploadId !== uploadId) return null;
      const { file } = source;
      source = null;
      return file;
    },
    cancel() {
      job.abort();
      const { url } = part;
      part.url = null;
      // Clear the stored upload before notifying, or a listener would resume it.
      if (url !== null) cancelledUrls.add(url);
      set({ step: 'idle' });
      return url?.split('/').at(-1) ?? null;
    },
  };
}
