interface Bytes {
  sentBytes: number;
  totalBytes: number;
}

/** State of a picked video. `name` is the file's. */
export type UploadState =
  | { step: 'idle' }
  /** The file is being read, and its details aren't known yet. */
  | { step: 'checking'; name: string }
  /**
   * The browser is compressing the file; `fraction` is 0 to 1. The original can be sent instead unless it's too large.
   */
  | { step: 'preparing'; name: string; fraction: number; canSendOriginal: boolean }
  /** `secondsLeft` is null until the network's rate is known. */
  | ({ step: 'uploading'; name: string; secondsLeft: number | null } & Bytes)
  /**
   * The upload continues automatically once the network is back. `why` is any other reason for waiting, as a sentence.
   */
  | ({ step: 'waiting'; name: string; why: string | null } & Bytes)
  | ({ step: 'paused'; name: string } & Bytes)
  /** The server has the whole video, so it can be submitted. */
  | { step: 'done'; name: string; uploadId: string }
  /** `message` is a sentence that includes the next step. */
  | { step: 'failed'; name: string; message: string; canTryAgain: boolean };

/** A video that is ready to send. */
export interface FileToSend {
  content: Blob;
  name: string;
  fingerprint: string;
  /** SHA-256 in hex of a video that the browser compressed; null for an original. */
  sha256: string | null;
  /** Id of the upload whose original this is; null for a draft. */
  originalOf: string | null;
  /** URL of a started upload; null to start one. */
  url: string | null;
}
