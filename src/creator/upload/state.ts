interface Bytes {
  sentBytes: number;
  totalBytes: number;
}

/** Progress of a picked video. `name` is the file's. */
export type UploadState =
  | { step: 'idle' }
  /** The file is being read; nothing is known of it yet. */
  | { step: 'checking'; name: string }
  /** The browser compresses it; `fraction` goes from 0 to 1. The original can be sent instead unless it is too large. */
  | { step: 'preparing'; name: string; fraction: number; canSendOriginal: boolean }
  /** `secondsLeft` is null until the network's rate is known. */
  | ({ step: 'uploading'; name: string; secondsLeft: number | null } & Bytes)
  /** It goes on by itself once there is a network; `why` says what else it waits for, as a sentence. */
  | ({ step: 'waiting'; name: string; why: string | null } & Bytes)
  | ({ step: 'paused'; name: string } & Bytes)
  /** The server has it whole: it can be handed in. */
  | { step: 'done'; name: string; uploadId: string }
  /** `message` is a sentence that says what to do. */
  | { step: 'failed'; name: string; message: string; canTryAgain: boolean };

/** A video that is ready to be sent. */
export interface FileToSend {
  content: Blob;
  name: string;
  fingerprint: string;
  /** SHA-256 in hex of a small one that the browser made; null for an original. */
  sha256: string | null;
  /** The upload whose original it is; null for a draft. */
  originalOf: string | null;
  /** Address of an upload that was begun; null to begin one. */
  url: string | null;
}
