import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Config } from '#server/config/s3.ts';

/**
 * Returns the settings of an S3 client.
 * @param idleMs time without traffic after which a connection with a request in flight is closed; 0 means never
 */
export function s3ClientSettings(
  { region, endpoint, pathStyle, credentials }: Omit<S3Config, 'bucket'>,
  idleMs: number,
): S3ClientConfig {
  const agent = { maxSockets: 200 };
  return {
    region,
    forcePathStyle: pathStyle,
    // Stores other than Amazon's often don't support checksums, and uploads are signed with their hash anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Downloads have no socket timeout: a socket is idle while a phone reads slowly, and the phone ends its download.
    requestHandler: { connectionTimeout: 3_000, socketTimeout: idleMs, httpAgent: agent, httpsAgent: agent },
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
  };
}
