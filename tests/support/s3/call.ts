import { readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Bucket, Headers } from './bucket.ts';
import { type Tree, toXml } from './xml.ts';

export interface Asked {
  readonly request: IncomingMessage;
  readonly bucket: Bucket;
  readonly bucketName: string;
  /** Key of the object; empty for a request about the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  /** Maximum number of list entries in one response. */
  readonly pageSize: number;
}
export interface Answer {
  readonly status: number;
  readonly headers?: Headers;
  readonly body?: Readable | string;
}
/** An S3 operation, and the requests that it matches. */
export interface Call {
  readonly method: string;
  readonly about: 'bucket' | 'object';
  /** The parameter that distinguishes it from others of its method, and those that may accompany it. */
  readonly marker?: string;
  readonly parameters?: readonly string[];
  readonly answer: (asked: Asked) => Answer | Promise<Answer>;
}

export const xml = (tree: Tree, status = 200): Answer => ({
  status,
  headers: { 'Content-Type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${toXml(tree)}`,
});

/** Headers stored with an object: its type, and the caller's own metadata. */
export const headersToKeep = ({ request: { headers } }: Asked): Headers =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name === 'content-type' || name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [],
    ),
  );

/** Reads the XML body of a request. */
export async function bodyOf({ bucket, request }: Asked): Promise<string> {
  const { path } = await bucket.receive(request);
  const text = await readFile(path, 'utf8');
  await rm(path);
  return text;
}

/** Takes as many list entries as fit into one response. */
export function pageOf<T>(rest: readonly T[], pageSize: number) {
  const page = rest.slice(0, pageSize);
  return { page, isTruncated: page.length < rest.length };
}
