import {
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Logger } from 'pino';
import { ApiError } from '../../api-error.ts';
import type { S3Config } from '../../config/s3.ts';
import { pictureType } from './picture-type.ts';
import type { FileStore } from './store.ts';
import { videoType } from './video.ts';

/** All tries of a call together: the app gives its own up after 30 s, and should hear why. */
const askTimeoutMs = 8_000;
const writeTimeoutMs = 20_000;

const mimeOf = (name: string) =>
  [pictureType, videoType].find(({ extension }) => name.endsWith(`.${extension}`))?.mime ?? 'application/octet-stream';

/**
 * Files in a bucket of S3, or of a store that speaks its language. The bucket stays private: files are read through the
 * server, which alone says how they may be shown.
 */
export function s3FileStore(
  { bucket, region, endpoint, pathStyle, credentials }: S3Config,
  log: Logger,
  { askMs = askTimeoutMs, writeMs = writeTimeoutMs }: { askMs?: number; writeMs?: number } = {},
): FileStore {
  const agent = { maxSockets: 200 };
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    // Stores beside Amazon's often know no checksums; what is written is signed with its hash in any case.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A socket may be idle for as long as a phone takes to read: what has begun is ended by the phone.
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 0, httpAgent: agent, httpsAgent: agent },
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
  });

  /** Until the answer's head has come; its body may take longer. */
  async function within<T>(timeoutMs: number, act: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), timeoutMs);
    try {
      return await act(giveUp.signal);
    } catch (error) {
      if (error instanceof NotFound) throw error;
      log.error({ reason: reasonOf(error) }, 'The store of files does not do what it is asked');
      throw unavailable();
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

  // Said at the start, for whoever sets it up; that it can't be reached just then is no reason not to start.
  client
    .send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(askMs) })
    .catch((error: unknown) => {
      log.warn({ reason: reasonOf(error), bucket }, 'The bucket of S3_BUCKET can’t be reached');
    });

  return {
    has: async (name) => (await sizeOf(name)) !== null,
    async write(name, content) {
      const command = new PutObjectCommand({ Bucket: bucket, Key: name, Body: content, ContentType: mimeOf(name) });
      await within(writeMs, async (abortSignal) => fromS3(await client.send(command, { abortSignal })));
    },
    async find(name) {
      const size = await sizeOf(name);
      if (size === null) return null;
      return {
        size,
        async read(start, end) {
          const command = new GetObjectCommand({ Bucket: bucket, Key: name, Range: `bytes=${start}-${end}` });
          return within(askMs, async (abortSignal) => {
            const { Body, ContentLength } = fromS3(await client.send(command, { abortSignal }));
            if (Body === undefined || ContentLength !== end - start + 1) throw new Error('Another part than asked for');
            return Body.transformToWebStream() as ReadableStream<Uint8Array>;
          });
        },
      };
    },
    close: () => client.destroy(),
  };
}

/** Whoever answers 200 to everything, such as a console's port or a hotel's login, knows no ETags. */
function fromS3<T extends { ETag?: string | undefined }>(answer: T): T {
  if (answer.ETag === undefined) throw new Error('Something else than S3 answers at S3_ENDPOINT');
  return answer;
}

const unavailable = () =>
  new ApiError('unavailable', 'Files can’t be reached right now. Please try again.', {
    headers: { 'Retry-After': '5' },
  });

/** What of an error may be logged: the rest of it can hold the request with its signature. */
function reasonOf(error: unknown) {
  if (!(error instanceof Error)) return { name: 'unknown' };
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return { name: error.name, message: error.message, status };
}
