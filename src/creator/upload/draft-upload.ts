import type { DraftState, OriginalState } from '#contract/creator/creator.ts';
import { uploadsPath } from '#contract/creator/draft-uploads.ts';
import { createStore, type Readable } from '#store/create-store.ts';
import { RefusedFileError } from '#uploads/refused-file.ts';
import { awake } from './awake.ts';
import { sha256In } from './fingerprint.ts';
import { findKept, forgetKept } from './kept-file.ts';
import type { BegunUpload } from './prepare.ts';
import { uploadRate } from './rate.ts';
import type { FileToSend, UploadState } from './state.ts';

type Uploading = Extract<DraftState, { state: 'uploading' }>;

/**
 * Takes one offer's video, or the original of one, from the creator's device to the server. One for each offer, outside of React:
 *
 * ```tsx
 * const upload = useState(() => createDraftUpload({ token }))[0];
 * const state = useStore(upload);
 * ```
 *
 * The server's word on the draft (`offer.draft`) is for the first moment of a page: with `uploading` and nothing going on
 * here, call `resume`. Video parts are loaded when a file is picked or resumed, not before.
 */
export interface DraftUpload extends Readable<UploadState> {
  /**
   * Begins with a file, in the place of what was going on. A file of which the server has a part goes on from there.
   * @param begun what the server says of the offer's draft, or of its original
   * @param originalOf the upload whose original the file is; none for a draft
   */
  pick(file: File, begun: DraftState | OriginalState | null, originalOf?: string): void;
  /**
   * Goes on with an upload that a reload or a crash has ended.
   * @returns false where this browser has not kept the video: its creator has to choose it again, and then it goes on, too
   */
  resume(draft: Uploading): Promise<boolean>;
  pause(): void;
  /** After a pause, or after a failure that says `canTryAgain`. */
  goOn(): void;
  /** Stops compressing, and sends the picked file as it is. */
  sendAsItIs(): void;
  /** The picked file of which a small one was sent as this upload, once: the page does not keep it any longer then. */
  takeSource(uploadId: string): File | null;
  /**
   * Ends it here, and for good: `resume` does not go on with it, a pick of the same file does.
   * @returns the upload that the server has of it, for the caller to drop (`dropCreatorDraft`); null for none that is known here
   */
  cancel(): string | null;
}

const notLoaded = 'Part of this page didn’t load. Please check your connection and try again.';

const metadataOf = ({ name, fingerprint, sha256, originalOf }: FileToSend): Record<string, string> => ({
  ...{ filename: name, fingerprint },
  ...(sha256 === null ? {} : { sha256, rendition: '1' }),
  ...(originalOf === null ? {} : { originalOf }),
});

/** @param token of the creator's link */
export function createDraftUpload({ token }: { token: string }): DraftUpload {
  const { read, write: set, subscribe } = createStore<UploadState>({ step: 'idle' });
  let job = new AbortController();
  let asItIs = new AbortController();
  let sentBytes = 0;
  let restart = () => {};
  let begunUrl: string | null = null;
  /** The server may still have a part of these: deleting it takes a moment, or fails. */
  const cancelledUrls = new Set<string>();
  let source: { file: File; uploadId: string | null } | null = null;

  /** Aborts the current run and starts this one in its place; it gets no more callbacks once the next has begun. */
  function begin(name: string, work: (signal: AbortSignal) => Promise<void>): void {
    job.abort();
    job = new AbortController();
    const { signal } = job;
    restart = () => begin(name, work);
    awake(() => work(signal)).catch((error: unknown) => {
      if (signal.aborted) return;
      const isRefused = error instanceof RefusedFileError;
      const message = isRefused ? error.message : notLoaded;
      set({ step: 'failed', name, message, canTryAgain: !isRefused || error.canTryAgain });
    });
  }

  function send(file: FileToSend): void {
    const { name } = file;
    const totalBytes = file.content.size;
    begunUrl = file.url ?? begunUrl;
    begin(name, async (signal) => {
      const rate = uploadRate();
      const show = (secondsLeft: number | null) => set({ step: 'uploading', name, sentBytes, totalBytes, secondsLeft });
      show(null);
      const { sendFile } = await import('#uploads/send-file.ts');
      const { sendStill, stillOf } = await import('./send-still.ts');
      // The draft of an original has one already.
      const still = file.originalOf === null ? stillOf(file.content) : null;
      const uploadId = await sendFile(file, {
        ...{ path: uploadsPath, token: () => token, metadata: metadataOf(file), signal },
        onUrl(url) {
          file.url = url;
          if (!signal.aborted) begunUrl = url;
        },
        onProgress(bytes) {
          if (signal.aborted) return;
          sentBytes = bytes;
          show(rate.secondsLeft(bytes, totalBytes));
        },
        onWaiting: (why) => set({ step: 'waiting', name, why, sentBytes, totalBytes }),
      });
      signal.throwIfAborted();
      const picture = await still;
      if (picture !== null) await sendStill(picture, { token, uploadId, signal });
      signal.throwIfAborted();
      if (source !== null) source.uploadId = uploadId;
      set({ step: 'done', name, uploadId });
      await forgetKept(file.fingerprint);
    });
  }

  function pick(file: File, known: DraftState | OriginalState | null, originalOf: string | null = null): void {
    sentBytes = 0;
    source = null;
    const begun: BegunUpload | null = known?.state === 'uploading' ? known : null;
    begunUrl = begun?.url ?? null;
    asItIs = new AbortController();
    begin(file.name, async (signal) => {
      set({ step: 'checking', name: file.name });
      await forgetKept(null);
      const { prepare } = await import('./prepare.ts');
      const onProgress = (fraction: number, canSendOriginal: boolean) => {
        if (!signal.aborted) set({ step: 'preparing', name: file.name, fraction, canSendOriginal });
      };
      const ready = await prepare(file, { originalOf, begun, signal, asItIs: asItIs.signal, onProgress });
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
      const content = fingerprint === null ? null : await findKept(fingerprint, sizeBytes);
      if (content === null || fingerprint === null || cancelledUrls.has(url)) return false;
      sentBytes = receivedBytes;
      send({ content, name, fingerprint, sha256: sha256In(fingerprint), originalOf, url });
      return true;
    },
    pause() {
      const state = read();
      if (state.step !== 'uploading' && state.step !== 'waiting') return;
      const { name, totalBytes } = state;
      job.abort();
      set({ step: 'paused', name, sentBytes, totalBytes });
    },
    goOn() {
      const { step } = read();
      if (step === 'paused' || step === 'failed') restart();
    },
    sendAsItIs: () => asItIs.abort(),
    takeSource(uploadId) {
      if (source?.uploadId !== uploadId) return null;
      const { file } = source;
      source = null;
      return file;
    },
    cancel() {
      job.abort();
      const url = begunUrl;
      begunUrl = null;
      // Clear the stored upload before notifying, or a listener would resume it.
      if (url !== null) cancelledUrls.add(url);
      set({ step: 'idle' });
      return url?.split('/').at(-1) ?? null;
    },
  };
}
