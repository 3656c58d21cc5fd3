import type { DataStore } from '@tus/server';

/** The content of uploads, by the ids of their rows. Each call may throw an `ApiError` `unavailable`; the same again is safe. */
export interface DraftFiles {
  /** The whole content, once it has been received. Little of it is in memory at a time. */
  read(uploadId: string): Promise<AsyncIterable<Uint8Array>>;
  /** Bytes of the whole content from `start` to `end`, both included. */
  readPart(uploadId: string, start: number, end: number): Promise<ReadableStream<Uint8Array>>;
  /** Path of the content on this machine's disk; null where it is elsewhere and has to be read. */
  pathOf(uploadId: string): string | null;
  /** Does nothing where there is none. */
  remove(uploadId: string): Promise<void>;
}

/** Store of uploads' content while it comes, and until it is made into drafts. */
export interface UploadStore {
  /** The store that tus writes to, under the keys of {@link keyOf}. */
  data: DataStore;
  files: DraftFiles;
  /** Free bytes; null if the store has no limit to watch. */
  freeBytes(): Promise<number | null>;
  close(): void;
}

const folder = 'incoming-drafts';

/** The name by which stores know an upload. */
export const keyOf = (uploadId: string): string => `${folder}/${uploadId}`;
export const idOfKey = (key: string): string => key.slice(folder.length + 1);
