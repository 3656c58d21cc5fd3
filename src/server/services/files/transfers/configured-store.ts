import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { UploadKind, UploadStore } from './upload-store.ts';

/**
 * Returns the configured store for one kind of upload. Several hosts need S3, since an upload to disk can be resumed
 * only on the host where it began. The S3 library is large, so it is loaded only if it is used.
 */
export async function configuredUploadStore(
  kind: UploadKind,
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  db: Database,
  log: Logger,
): Promise<UploadStore> {
  if (s3 === null) return (await import('./disk-uploads.ts')).diskUploads(kind, dataDir, db, log);
  return (await import('./s3-uploads.ts')).s3Uploads(kind, s3, log);
}
