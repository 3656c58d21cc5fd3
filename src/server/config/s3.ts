import { type Name, names, type Values } from './variables.ts';

/** A bucket of S3, or of an S3-compatible store. */
export interface S3Config {
  bucket: string;
  region: string;
  /** Null for Amazon's endpoint. */
  endpoint: string | null;
  /** True for path-style URLs (host/bucket/file), false for virtual-hosted ones. */
  pathStyle: boolean;
  /** Null to use the AWS SDK's default credential chain, such as the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Settings of the store for uploads; null to store them in the data directory. */
export function s3Of(given: Values): S3Config | null {
  const { S3_BUCKET: bucket, S3_REGION: region = 'us-east-1', S3_ENDPOINT: endpoint = null } = given;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (bucket === undefined) return null;
  return {
    ...{ bucket, region, endpoint },
    // Self-hosted stores rarely have a host name for each bucket.
    pathStyle: given.S3_PATH_STYLE ?? endpoint !== null,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}

/** Conflicts between the S3 variables. */
export function s3Problems(isSet: (name: Name) => boolean): string[] {
  const problems: string[] = [];
  if (isSet('S3_ACCESS_KEY_ID') !== isSet('S3_SECRET_ACCESS_KEY')) {
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both or neither.');
  }
  const others = names.filter((name) => name.startsWith('S3_') && name !== 'S3_BUCKET' && isSet(name));
  if (others.length > 0 && !isSet('S3_BUCKET')) problems.push(`S3_BUCKET: required with ${others.join(', ')}.`);
  return problems;
}
