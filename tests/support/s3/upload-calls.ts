import { type Answer, type Asked, bodyOf, type Call, headersToKeep, pageOf, xml } from './call.ts';
import { textsOf } from './xml.ts';

function listParts({ bucket, bucketName, key, query, pageSize }: Asked): Answer {
  const uploadId = query.get('uploadId') ?? '';
  const rest = bucket.parts(key, uploadId).filter(([number]) => number > Number(query.get('part-number-marker') ?? 0));
  const { page, isTruncated } = pageOf(rest, pageSize);
  const Part = page.map(([PartNumber, { etag, sizeBytes }]) => ({ PartNumber, ETag: etag, Size: sizeBytes }));
  const next = isTruncated ? { NextPartNumberMarker: page.at(-1)?.[0] } : {};
  const place = { Bucket: bucketName, Key: key, UploadId: uploadId };
  return xml({ ListPartsResult: { ...place, MaxParts: pageSize, IsTruncated: isTruncated, ...next, Part } });
}

async function completeUpload(asked: Asked): Promise<Answer> {
  const { bucket, bucketName, key, query } = asked;
  const body = await bodyOf(asked);
  const numbers = textsOf(body, 'PartNumber');
  const etags = textsOf(body, 'ETag');
  const wanted = numbers.map((number, index) => ({ number: Number(number), etag: etags[index] ?? '' }));
  const { etag } = await bucket.complete(key, query.get('uploadId') ?? '', wanted);
  const place = { Location: `/${bucketName}/${key}`, Bucket: bucketName, Key: key };
  return xml({ CompleteMultipartUploadResult: { ...place, ETag: etag } });
}

/** Requests by the app's stores about multipart uploads. */
export const uploadCalls: readonly Call[] = [
  {
    ...{ method: 'POST', about: 'object', marker: 'uploads' },
    answer(asked) {
      const UploadId = asked.bucket.begin(asked.key, headersToKeep(asked));
      return xml({ InitiateMultipartUploadResult: { Bucket: asked.bucketName, Key: asked.key, UploadId } });
    },
  },
  {
    ...{ method: 'PUT', about: 'object', marker: 'uploadId', parameters: ['partNumber'] },
    async answer({ bucket, request, key, query }) {
      const uploadId = query.get('uploadId') ?? '';
      // Throws for a missing upload before the part is read.
      bucket.parts(key, uploadId);
      const content = await bucket.receive(request);
      await bucket.addPart(key, uploadId, Number(query.get('partNumber')), content);
      return { status: 200, headers: { ETag: content.etag } };
    },
  },
  {
    ...{ method: 'GET', about: 'object', marker: 'uploadId', parameters: ['part-number-marker'] },
    answer: listParts,
  },
  { method: 'POST', about: 'object', marker: 'uploadId', answer: completeUpload },
  {
    ...{ method: 'DELETE', about: 'object', marker: 'uploadId' },
    async answer({ bucket, key, query }) {
      await bucket.abort(key, query.get('uploadId') ?? '');
      return { status: 204 };
    },
  },
];
