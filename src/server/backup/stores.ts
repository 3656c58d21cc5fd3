import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { diskFileStore } from '../services/files/stores/disk.ts';
import type { FileStore } from '../services/files/stores/file-store.ts';
import { configuredFileStore } from '../services/files/stores/store.ts';

/** An installation's file stores. */
export interface Stores {
  files: FileStore;
  /** Creators' uploads, under the keys of `keyOf`. */
  uploads: FileStore;
  close(): void;
}

/** Opens the configured stores. */
export async function openStores(settings: Pick<Config, 's3' | 'dataDir'>, log: Logger): Promise<Stores> {
  const files = await configuredFileStore(settings, log);
  const uploads = settings.s3 === null ? diskFileStore(settings.dataDir, log) : files;
  return { files, uploads, close: files.close };
}
