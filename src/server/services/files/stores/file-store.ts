import type { Content } from './content.ts';

/** A stored file. */
export interface StoredFile {
  sizeBytes: number;
  /** Its bytes from `start` to `end`, both included. */
  read(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

/** An entry in a list of files. */
export interface ListedFile {
  name: string;
  sizeBytes: number;
}

/**
 * Store of uploaded files, under names that are derived from their content: a file is never changed once it is written. Each call
 * may throw an {@link ApiError} `unavailable`; the same again is then safe.
 */
export interface FileStore {
  /**
   * Stores a file whole or not at all, and holds little of it in memory.
   * @param sizeBytes of the content, where it is known: content of another length is not stored
   * @throws what reading the content throws
   */
  put(name: string, content: Content, sizeBytes?: number): Promise<void>;
  /** Null where there is none. */
  find(name: string): Promise<StoredFile | null>;
  /** All files, or those whose names begin with `prefix`, in no order. Files stored or deleted concurrently may be missing. */
  list(prefix?: string): AsyncIterable<ListedFile>;
  /** Does nothing where there is none. */
  delete(name: string): Promise<void>;
  /** Removes the leftovers of writes that were cut off before this time. */
  removeDrafts(before: Date): Promise<void>;
  close(): void;
}
