import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { diskFileStore } from './disk.ts';
import type { FileStore } from './file-store.ts';

/** Returns the configured store. The S3 library is large, so it is loaded only if it is used. */
export async function configuredFileStore(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  log: Logger,
): Promise<FileStore> {
  if (s3 === null) return diskFileStore(join(dataDir, 'files'), log);
  return (await import('./s3.ts')).s3FileStore(s3, log);
}
