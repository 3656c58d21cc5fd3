/** The content of uploads, by the ids of their rows. Each call may throw an `ApiError` `unavailable`; the same again is safe. */
export interface DraftFiles {
  /** The whole content, once it has been received. Little of it is in memory at a time. */
  read(uploadId: string): Promise<AsyncIterable<Uint8Array>>;
  /** Where the content is on this machine's disk; null where it is elsewhere and has to be read. */
  pathOf(uploadId: string): string | null;
  /** Does nothing where there is none. */
  remove(uploadId: string): Promise<void>;
}
