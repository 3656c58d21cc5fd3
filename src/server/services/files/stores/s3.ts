import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Logger } from 'pino';
import type { S3Config } from '#server/config/s3.ts';
import { pictureType } from '../pictures/picture-type.ts';
import { partsOf, withSizeCheck } from './content.ts';
import type { FileStore } from './file-store.ts';
import { s3ClientSettings } from './s3-client-settings.ts';
import { filesUnavailable } from './unavailable.ts';
import { videoType, webVideoType } from './video.ts';

/** Timeout of a call including retries, below the app's own timeout of 30 s so that the app receives the error. */
const askTimeoutMs = 8_000;
const writeTimeoutMs = 20_000;
/**
 * Size of a part: S3's minimum, since each part is held in memory while it is sent. With S3's limit of 10,000 parts,
 * files are limited to 50 GB.
 */
const partBytes = 5 * 1024 * 1024;

const mimeOf = (name: string) =>
  [pictureType, videoType, webVideoType].find(({ extension }) => name.endsWith(`.${extension}`))?.mime ??
  'application/octet-stream';

/**
 * Stores files in an S3-compatible bucket. The bucket stays private: files are read through the server, which sets
 * the headers that restrict their use.
 */
export function s3FileStore(
  { bucket, region, endpoint, pathStyle, credentials }: S3Config,
  log: Logger,
  { askMs = askTimeoutMs, writeMs = writeTimeoutMs }: { askMs?: number; writeMs?: number } = {},
): FileStore {
  const client = new S3Client(s3ClientSettings({ region, endpoint, pathStyle, credentials }, 0));

  /** Times out while waiting for the response's headers; its body may take longer. */
  async function within<T>(timeoutMs: number, act: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), timeoutMs);
    try {
      return await act(giveUp.signal);
    } catch (error) {
      if (error instanceof NotFound) throw error;
      log.error({ reason: reasonOf(error) }, 'The file storage isn’t working');
      throw filesUnavailable();
    } finally {
      clearTimeout(timer);
    }
  }

  const sizeOf = async (name: string): Promise<number | null> => {
    const command = new HeadObjectCommand({ Bucket: bucket, Key: name });
    try {
      const { ContentLength = null } = await within(askMs, async (abortSignal) =>
        fromS3(await client.send(command, { abortSignal })),
      );
      return ContentLength;
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  };

  // Check the bucket at startup and log a failure for the operator. A store that is briefly unreachable mustn't prevent
  // startup.
  client
    .send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(askMs) })
    .catch((error: unknown) => {
      log.warn({ reason: reasonOf(error), bucket }, 'The bucket of S3_BUCKET can’t be reached');
    });

  async function putInParts(name: string, parts: AsyncIterable<{ bytes: Buffer }>): Promise<void> {
    const place = { Bucket: bucket, Key: name };
    const begin = new CreateMultipartUploadCommand({ ...place, ContentType: mimeOf(name) });
    const { UploadId } = await within(writeMs, (abortSignal) => client.send(begin, { abortSignal }));
    const upload = { ...place, UploadId };
    const done: { PartNumber: number; ETag: string }[] = [];
    try {
      for await (const { bytes } of parts) {
        const PartNumber = done.length + 1;
        const part = new UploadPartCommand({ ...upload, PartNumber, Body: bytes });
        const { ETag } = await within(writeMs, async (abortSignal) => fromS3(await client.send(part, { abortSignal })));
        done.push({ PartNumber, ETag });
      }
      const end = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: done } });
      await within(writeMs, async (abortSignal) => fromS3(await client.send(end, { abortSignal })));
    } catch (error) {
      // If this fails, a lifecycle rule of the bucket removes the parts.
      await client
        .send(new AbortMultipartUploadCommand(upload), { abortSignal: AbortSignal.timeout(askMs) })
        .catch(() => {});
      throw error;
    }
  }

  return {
    async put(name, content, sizeBytes) {
      const parts = partsOf(withSizeCheck(content, sizeBytes), partBytes);
      const { value: first } = await parts.next();
      if (first === undefined) return;
      if (!first.isLast) return putInParts(name, afterFirst(first, parts));
      const command = new PutObjectCommand({ Bucket: bucket, Key: name, Body: first.bytes, ContentType: mimeOf(name) });
      await within(writeMs, async (abortSignal) => fromS3(await client.send(command, { abortSignal })));
    },
    async find(name) {
      const sizeBytes = await sizeOf(name);
      if (sizeBytes === null) return null;
      return {
        sizeBytes,
        async read(start, end) {
          const command = new GetObjectCommand({ Bucket: bucket, Key: name, Range: `bytes=${start}-${end}` });
          return within(askMs, async (abortSignal) => {
            const { Body, ContentLength } = fromS3(await client.send(command, { abortSignal }));
            if (Body === undefined || ContentLength !== end - start + 1)
              throw new Error('The storage returned a different range');
            return Body.transformToWebStream() as ReadableStream<Uint8Array>;
          });
        },
      };
    },
    async *list(prefix = '') {
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken });
        const page = await within(askMs, (abortSignal) => client.send(command, { abortSignal }));
        for (const { Key, Size } of page.Contents ?? []) {
          if (Key !== undefined && Size !== undefined) yield { name: Key, sizeBytes: Size };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    async delete(name) {
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: name });
      await within(askMs, (abortSignal) => client.send(command, { abortSignal }));
    },
    // A lifecycle rule of the bucket removes the parts of incomplete uploads: see docs/operating.md.
    removeDrafts: async () => {},
    close: () => client.destroy(),
  };
}

/**
 * Rejects responses without an ETag, since something other than S3 may respond 200 to every request, such as a
 * console's port or a hotel's login page.
 */
function fromS3<T extends { ETag?: string | undefined }>(answer: T): T & { ETag: string } {
  const { ETag } = answer;
  if (ETag === undefined) throw new Error('S3_ENDPOINT doesn’t answer like S3');
  return { ...answer, ETag };
}

async function* afterFirst<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** Returns the loggable parts of an error; the rest may contain the request with its signature. */
function reasonOf(error: unknown) {
  if (!(error instanceof Error)) return { name: 'unknown' };
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return { name: error.name, message: error.message, status };
}
