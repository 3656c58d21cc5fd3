import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Config } from '#server/config/s3.ts';

/**
 * Settings by which a client of Amazon's library reaches the store.
 * @param idleMs after which a connection that is in use is given up; 0: never
 */
export function s3ClientSettings(
  { region, endpoint, pathStyle, credentials }: Omit<S3Config, 'bucket'>,
  idleMs: number,
): S3ClientConfig {
  const agent = { maxSockets: 200 };
  return {
    region,
    forcePathStyle: pathStyle,
    // Stores other than Amazon's often don't support checksums; uploads are signed with their hash in any case.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A socket may be idle for as long as a phone takes to read: the phone ends a download that has begun.
    requestHandler: { connectionTimeout: 3_000, socketTimeout: idleMs, httpAgent: agent, httpsAgent: agent },
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
  };
}
