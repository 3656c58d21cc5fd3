import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { diskFileStore } from './disk.ts';

/** A file that is there. */
export interface StoredFile {
  /** In bytes. */
  size: number;
  /** Its bytes from `start` to `end`, both included. */
  read(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

/**
 * Where uploaded files are kept, under names that say what they hold: what was written once is never changed.
 * Each call may throw an {@link ApiError} `unavailable`; the same again is then safe.
 */
export interface FileStore {
  has(name: string): Promise<boolean>;
  /** Stores a file whole or not at all. */
  write(name: string, content: Uint8Array): Promise<void>;
  /** Null where there is none. */
  find(name: string): Promise<StoredFile | null>;
  close(): void;
}

/** The store that the settings name. The library of S3 is large, so it is loaded only where it is used. */
export async function configuredFileStore(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  log: Logger,
): Promise<FileStore> {
  if (s3 === null) return diskFileStore(join(dataDir, 'files'));
  return (await import('./s3.ts')).s3FileStore(s3, log);
}
