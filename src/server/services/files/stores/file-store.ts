import type { Content } from './content.ts';

export interface StoredFile {
  sizeBytes: number;
  /** Reads the bytes from `start` to `end`, both inclusive. */
  read(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

/** An entry in a list of files. */
export interface ListedFile {
  name: string;
  sizeBytes: number;
}

/**
 * Store of uploaded files. Names are derived from their content, so a file never changes once it is written. Every
 * call may throw an {@link ApiError} `unavailable` and can then be retried safely.
 */
export interface FileStore {
  /**
   * Stores a file completely or not at all, without holding it in memory.
   * @param sizeBytes expected length, if known: content of another length isn't stored
   * @throws any error from reading the content
   */
  put(name: string, content: Content, sizeBytes?: number): Promise<void>;
  /** Finds a file; null if it doesn't exist. */
  find(name: string): Promise<StoredFile | null>;
  /**
   * Lists all files, or those whose names begin with `prefix`, in no particular order. Files stored or deleted
   * concurrently may be missing.
   */
  list(prefix?: string): AsyncIterable<ListedFile>;
  /** Deletes a file; does nothing if it doesn't exist. */
  delete(name: string): Promise<void>;
  /** Removes the leftovers of writes that were interrupted before the given time. */
  removeDrafts(before: Date): Promise<void>;
  close(): void;
}
