import { createReadStream } from 'node:fs';
import { type Answer, type Asked, bodyOf, type Call, headersToKeep, pageOf, xml } from './call.ts';
import { Refusal } from './refusal.ts';
import { textsOf } from './xml.ts';

function head({ bucket, key }: Asked) {
  const { path, sizeBytes, etag, headers, modified } = bucket.get(key);
  const sentHeaders = { ...headers, ETag: etag, 'Last-Modified': modified.toUTCString(), 'Accept-Ranges': 'bytes' };
  return { path, sizeBytes, sentHeaders };
}

function getObject(asked: Asked): Answer {
  const { path, sizeBytes, sentHeaders } = head(asked);
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(asked.request.headers.range ?? '') ?? [];
  if (from === undefined) {
    return {
      status: 200,
      headers: { ...sentHeaders, 'Content-Length': String(sizeBytes) },
      body: createReadStream(path),
    };
  }
  const start = Number(from);
  const end = Math.min(to ? Number(to) : Number.POSITIVE_INFINITY, sizeBytes - 1);
  if (start > end) throw new Refusal(416, 'InvalidRange', 'The requested range is not satisfiable.');
  const range = { 'Content-Range': `bytes ${start}-${end}/${sizeBytes}`, 'Content-Length': String(end - start + 1) };
  return { status: 206, headers: { ...sentHeaders, ...range }, body: createReadStream(path, { start, end }) };
}

function listObjects({ bucket, bucketName, query, pageSize }: Asked): Answer {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token');
  const keys = bucket.keys(prefix);
  const rest = after === null ? keys : keys.slice(keys.indexOf(after) + 1);
  const { page, isTruncated } = pageOf(rest, pageSize);
  const Contents = page.map((Key) => {
    const { sizeBytes, etag, modified } = bucket.get(Key);
    return { Key, LastModified: modified.toISOString(), ETag: etag, Size: sizeBytes, StorageClass: 'STANDARD' };
  });
  const next = isTruncated ? { NextContinuationToken: page.at(-1) } : {};
  const counts = { KeyCount: page.length, MaxKeys: pageSize, IsTruncated: isTruncated };
  return xml({ ListBucketResult: { Name: bucketName, Prefix: prefix, ...counts, ...next, Contents } });
}

async function deleteObjects(asked: Asked): Promise<Answer> {
  const { request, bucket } = asked;
  if (request.headers['x-amz-checksum-crc32'] === undefined) {
    throw new Refusal(400, 'InvalidRequest', 'Content-MD5 or a checksum is required.');
  }
  const keys = textsOf(await bodyOf(asked), 'Key');
  for (const key of keys) await bucket.delete(key);
  return xml({ DeleteResult: { Deleted: keys.map((Key) => ({ Key })) } });
}

/** Requests by the app's stores about the bucket and its whole objects. */
export const objectCalls: readonly Call[] = [
  { method: 'HEAD', about: 'bucket', answer: () => ({ status: 200 }) },
  {
    ...{ method: 'GET', about: 'bucket', marker: 'list-type', parameters: ['prefix', 'continuation-token'] },
    answer: listObjects,
  },
  { method: 'POST', about: 'bucket', marker: 'delete', answer: deleteObjects },
  {
    ...{ method: 'HEAD', about: 'object' },
    answer(asked) {
      const { sizeBytes, sentHeaders } = head(asked);
      return { status: 200, headers: { ...sentHeaders, 'Content-Length': String(sizeBytes) } };
    },
  },
  { method: 'GET', about: 'object', answer: getObject },
  {
    ...{ method: 'PUT', about: 'object' },
    async answer(asked) {
      const content = await asked.bucket.receive(asked.request);
      await asked.bucket.put(asked.key, content, headersToKeep(asked));
      return { status: 200, headers: { ETag: content.etag } };
    },
  },
  {
    ...{ method: 'DELETE', about: 'object' },
    async answer({ bucket, key }) {
      await bucket.delete(key);
      return { status: 204 };
    },
  },
];
