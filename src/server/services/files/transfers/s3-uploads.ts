import { S3Store } from '@tus/s3-store';
import type { Logger } from 'pino';
import type { S3Config } from '#server/config/s3.ts';
import { s3ClientSettings } from '../stores/s3-client-settings.ts';
import { filesUnavailable } from '../stores/unavailable.ts';
import { keyOf, type UploadKind, type UploadStore } from './upload-store.ts';

/** Parts are sent from disk, so a connection that is idle for this long is broken. */
const idleMs = 20_000;
/** Size of a part: S3's minimum. If a process is killed, the bytes received since the last part are lost. */
const partBytes = 5 * 1024 * 1024;

/** Suffixes of an upload's objects: its content, its metadata, and its last bytes while they are less than a part. */
const besides = ['', '.info', '.part'];

/** Stores uploads in a bucket. Their parts pass through this machine's temporary directory. */
export async function s3Uploads(kind: UploadKind, settings: S3Config, log: Logger): Promise<UploadStore> {
  const data = new S3Store({
    s3ClientConfig: { bucket: settings.bucket, ...s3ClientSettings(settings, idleMs) },
    partSize: partBytes,
    // The default cache would keep every unfinished upload forever.
    cache: { get: async () => undefined, set: async () => {}, delete: async () => {} },
  });
  const { s3FileStore } = await import('../stores/s3.ts');
  const store = s3FileStore(settings, log);
  return {
    kind,
    data,
    files: {
      async read(uploadId) {
        const file = await store.find(keyOf(kind, uploadId));
        if (file === null) throw filesUnavailable();
        return (await file.read(0, file.sizeBytes - 1)) as AsyncIterable<Uint8Array> & ReadableStream;
      },
      async readPart(uploadId, start, end) {
        const file = await store.find(keyOf(kind, uploadId));
        if (file === null) throw filesUnavailable();
        return file.read(start, end);
      },
      pathOf: () => null,
      async remove(uploadId) {
        // `remove` aborts an incomplete upload but doesn't delete the other objects, so delete those by name.
        await data.remove(keyOf(kind, uploadId)).catch((error: unknown) => {
          if (!isNotFound(error)) throw filesUnavailable();
        });
        for (const ending of besides) await store.delete(keyOf(kind, uploadId) + ending);
      },
    },
    // The bucket is unlimited, and a part in flight takes only a few megabytes on disk.
    freeBytes: async () => null,
    close: store.close,
  };
}

/** The store throws an object with a status if nothing is found, and Amazon's errors on failure. */
const isNotFound = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  (('status_code' in error && error.status_code === 404) || ('name' in error && error.name === 'NoSuchKey'));
