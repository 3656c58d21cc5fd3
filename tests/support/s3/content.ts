import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { notImplemented, Refusal } from './refusal.ts';

/** Bytes in a separate file. */
export interface Content {
  readonly path: string;
  readonly sizeBytes: number;
  readonly etag: string;
}

/** Stores a request's body in a file. @throws if it is cut off or differs from its headers */
export async function receive(request: IncomingMessage, path: string): Promise<Content> {
  if (request.headers['content-encoding']?.includes('aws-chunked')) throw notImplemented('body in signed chunks');
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let [sizeBytes, sum] = [0, 0];
  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      sum = crc32(chunk, sum);
      md5.update(chunk);
      sha256.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(request, measured, createWriteStream(path));
    const promised = request.headers['x-amz-content-sha256'];
    if (promised !== 'UNSIGNED-PAYLOAD' && promised !== sha256.digest('hex')) {
      throw new Refusal(400, 'XAmzContentSHA256Mismatch', 'The body has another hash than was signed.');
    }
    const checksum = request.headers['x-amz-checksum-crc32'];
    if (checksum !== undefined && checksum !== base64Of(sum)) {
      throw new Refusal(400, 'BadDigest', 'The body has another checksum than was told.');
    }
    return { path, sizeBytes, etag: `"${md5.digest('hex')}"` };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function base64Of(sum: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(sum);
  return bytes.toString('base64');
}

/** Joins the parts of an upload into one file, whose ETag contains their number, as Amazon's does. */
export async function joined(parts: readonly Content[], path: string): Promise<Content> {
  const tags = createHash('md5');
  let sizeBytes = 0;
  for (const part of parts) {
    await pipeline(createReadStream(part.path), createWriteStream(path, { flags: 'a' }));
    tags.update(Buffer.from(part.etag.slice(1, -1), 'hex'));
    sizeBytes += part.sizeBytes;
  }
  return { path, sizeBytes, etag: `"${tags.digest('hex')}-${parts.length}"` };
}
