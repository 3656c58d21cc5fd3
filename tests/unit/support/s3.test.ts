import { randomBytes } from 'node:crypto';
import {
  CopyObjectCommand,
  paginateListObjectsV2,
  paginateListParts,
  S3,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { s3ClientSettings } from '#server/services/files/stores/s3-client-settings.ts';
import { type S3Server, startS3 } from '#tests/support/services/s3.ts';

const mb = 1024 * 1024;
let server: S3Server;
const clients: S3[] = [];
beforeAll(async () => {
  server = await startS3({ pageSize: 2 });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});
afterAll(() => server?.close());

/** Amazon's client with the settings of the app's stores. */
function s3(changed: Partial<S3ClientConfig> = {}): S3 {
  const client = new S3({ ...s3ClientSettings(server.settings(), 0), maxAttempts: 1, ...changed });
  clients.push(client);
  return client;
}
const at = (key: string) => ({ Bucket: server.settings().bucket, Key: key });
interface Sent {
  path: string;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}
/** Changes a request after it was signed. */
function changeOnTheWay(client: S3, change: (sent: Sent) => Partial<Sent>): void {
  client.middlewareStack.add(
    (next) => (given) => {
      Object.assign(given.request as Sent, change(given.request as Sent));
      return next(given);
    },
    { step: 'deserialize', priority: 'low' },
  );
}
const textOf = async (key: string, Range?: string) =>
  (await s3().getObject({ ...at(key), Range })).Body?.transformToString();
const refused = (name: string, status: number) => ({ name, $metadata: { httpStatusCode: status } });

describe('a client', () => {
  const { accessKeyId, secretAccessKey } = { accessKeyId: 'AFIELDTESTKEY', secretAccessKey: 'afield-test-secret' };

  test.each([
    ['another secret', { accessKeyId, secretAccessKey: 'guessed' }, 'SignatureDoesNotMatch'],
    ['another account', { accessKeyId: 'OTHERS', secretAccessKey }, 'InvalidAccessKeyId'],
  ])('is refused with %s', async (_, credentials, code) => {
    const put = s3({ credentials }).putObject({ ...at('a'), Body: 'x' });
    await expect(put).rejects.toMatchObject(refused(code, 403));
    await expect(s3().headObject(at('a'))).rejects.toMatchObject(refused('NotFound', 404));
  });

  test('is refused without a signature', async () => {
    const { bucket, endpoint } = server.settings();
    const answer = await fetch(`${endpoint}/${bucket}/a`);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')]);
  });

  test.each<[string, Partial<Sent>]>([
    ['address', { path: '/afield-files/b' }],
    ['parameter', { query: { 'list-type': '2' } }],
    ['Amazon header', { headers: { 'x-amz-meta-a': 'b' } }],
  ])('is refused if the %s differs from the signed one', async (_, { headers, ...changed }) => {
    await s3().putObject({ ...at('a'), Body: 'x' });
    const client = s3();
    changeOnTheWay(client, (sent) => ({ ...changed, headers: { ...sent.headers, ...headers } }));
    await expect(client.getObject(at('a'))).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });
});

describe('objects', () => {
  test('are returned as they were stored, whatever characters are in their names', async () => {
    const key = 'brand ä/it’s (1)+&=!*.webp';
    const Metadata = { 'upload-id': '7' };
    const { ETag } = await s3().putObject({ ...at(key), Body: 'Fernhill', ContentType: 'image/webp', Metadata });
    const expected = { ContentLength: 8, ContentType: 'image/webp', Metadata, ETag };
    expect(await s3().headObject(at(key))).toMatchObject(expected);
    expect(await s3().getObject(at(key))).toMatchObject(expected);
    expect(await textOf(key)).toBe('Fernhill');
    await s3().putObject({ ...at(key), Body: 'other' });
    expect(await textOf(key)).toBe('other');
  });

  test('are read in ranges', async () => {
    await s3().putObject({ ...at('a'), Body: '0123456789' });
    expect([await textOf('a', 'bytes=2-4'), await textOf('a', 'bytes=8-'), await textOf('a', 'bytes=9-99')]).toEqual([
      '234',
      '89',
      '9',
    ]);
    const expected = { ContentRange: 'bytes 2-4/10', ContentLength: 3, $metadata: { httpStatusCode: 206 } };
    expect(await s3().getObject({ ...at('a'), Range: 'bytes=2-4' })).toMatchObject(expected);
    const beyond = s3().getObject({ ...at('a'), Range: 'bytes=10-' });
    await expect(beyond).rejects.toMatchObject(refused('InvalidRange', 416));
  });

  test('that are missing get S3’s errors', async () => {
    await expect(s3().getObject(at('none'))).rejects.toMatchObject(refused('NoSuchKey', 404));
    await expect(s3().headObject(at('none'))).rejects.toMatchObject(refused('NotFound', 404));
    const elsewhere = { Bucket: 'others', Key: 'a' };
    await expect(s3().getObject(elsewhere)).rejects.toMatchObject(refused('NoSuchBucket', 404));
    await expect(s3().headBucket(elsewhere)).rejects.toMatchObject(refused('NotFound', 404));
    expect((await s3().headBucket(at(''))).$metadata.httpStatusCode).toBe(200);
  });

  test('are not stored if their body differs from the signed one', async () => {
    const client = s3();
    changeOnTheWay(client, () => ({ body: 'y' }));
    const other = client.putObject({ ...at('other'), Body: 'x' });
    await expect(other).rejects.toMatchObject(refused('XAmzContentSHA256Mismatch', 400));
    await expect(s3().headObject(at('other'))).rejects.toMatchObject(refused('NotFound', 404));
  });

  test('are listed by prefix, page by page, and deleted singly or in batches', async () => {
    const keys = ['l/B', 'l/a', 'l/ä', 'l/&', 'l/1'];
    for (const key of [...keys, 'm/1']) await s3().putObject({ ...at(key), Body: key });
    const list = async () => {
      const found: (string | undefined)[] = [];
      for await (const { Contents = [], KeyCount } of paginateListObjectsV2(
        { client: s3() },
        { ...at(''), Prefix: 'l/' },
      )) {
        expect(KeyCount).toBeLessThanOrEqual(2);
        found.push(...Contents.map(({ Key }) => Key));
      }
      return found;
    };
    expect(await list()).toEqual(['l/&', 'l/1', 'l/B', 'l/a', 'l/ä']);
    await s3().deleteObject(at('l/B'));
    await s3().deleteObject(at('none'));
    const Objects = [{ Key: 'l/&' }, { Key: 'none' }, { Key: 'l/1' }];
    const { Deleted } = await s3().deleteObjects({ ...at(''), Delete: { Objects } });
    expect(Deleted).toEqual(Objects);
    expect(await list()).toEqual(['l/a', 'l/ä']);
  });
});

describe('multipart uploads', () => {
  const [first, last] = [randomBytes(5 * mb), randomBytes(10)];
  async function begin(key: string) {
    const { UploadId } = await s3().createMultipartUpload({ ...at(key), ContentType: 'video/mp4' });
    const upload = { ...at(key), UploadId };
    const add = async (PartNumber: number, Body: Buffer) => {
      const { ETag } = await s3().uploadPart({ ...upload, PartNumber, Body });
      return { PartNumber, ETag };
    };
    const complete = (...Parts: object[]) => s3().completeMultipartUpload({ ...upload, MultipartUpload: { Parts } });
    return { upload, add, complete };
  }

  test('are joined in order, and their parts are removed', async () => {
    const { upload, add, complete } = await begin('whole');
    const end = await add(2, last);
    await add(1, last);
    const again = await add(1, first);
    const { ETag } = await complete(again, end);
    expect(ETag).toMatch(/^"[\da-f]{32}-2"$/);
    const { Body, ContentType } = await s3().getObject(at('whole'));
    expect(ContentType).toBe('video/mp4');
    expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(Buffer.concat([first, last]))).toBe(true);
    await expect(s3().listParts(upload)).rejects.toMatchObject(refused('NoSuchUpload', 404));
  });

  test('are listed page by page', async () => {
    const { upload, add } = await begin('listed');
    for (const number of [4, 1, 9]) await add(number, last);
    const pages: unknown[] = [];
    for await (const { Parts = [] } of paginateListParts({ client: s3() }, upload)) {
      pages.push(Parts.map(({ PartNumber, Size }) => [PartNumber, Size]));
    }
    expect(pages).toEqual([
      [
        [1, 10],
        [4, 10],
      ],
      [[9, 10]],
    ]);
  });

  test('are refused as S3 refuses them', async () => {
    const { add, complete } = await begin('refused');
    const [one, two] = [await add(1, last), await add(2, last)];
    await expect(complete(one, two)).rejects.toMatchObject(refused('EntityTooSmall', 400));
    await expect(complete(two, one)).rejects.toMatchObject(refused('InvalidPartOrder', 400));
    await expect(complete({ ...two, ETag: one.ETag?.replace(/\w/g, 'a') })).rejects.toMatchObject(
      refused('InvalidPart', 400),
    );
    await expect(complete()).rejects.toMatchObject(refused('MalformedXML', 400));
    await expect(s3().headObject(at('refused'))).rejects.toMatchObject(refused('NotFound', 404));
  });

  test('that were aborted accept no more parts, and others are unaffected', async () => {
    const { upload, add } = await begin('given-up');
    const elsewhere = s3().uploadPart({ ...upload, Key: 'other', PartNumber: 1, Body: last });
    await expect(elsewhere).rejects.toMatchObject(refused('NoSuchUpload', 404));
    await s3().abortMultipartUpload(upload);
    await expect(add(1, last)).rejects.toMatchObject(refused('NoSuchUpload', 404));
    await expect(s3().abortMultipartUpload(upload)).rejects.toMatchObject(refused('NoSuchUpload', 404));
  });
});

describe('operations that the app doesn’t use', () => {
  const notKnown = refused('NotImplemented', 501);

  test('are refused by name', async () => {
    await s3().putObject({ ...at('a'), Body: 'x' });
    await expect(s3().getObject({ ...at('a'), IfNoneMatch: '"x"' })).rejects.toMatchObject({
      ...notKnown,
      message: 'The stand-in knows no header if-none-match.',
    });
    await expect(s3().getObject({ ...at('a'), VersionId: '3' })).rejects.toMatchObject({
      ...notKnown,
      message: 'The stand-in knows no parameter versionId of GET object.',
    });
    await expect(s3().putObject({ ...at('a'), Body: 'x', Tagging: 'a=b' })).rejects.toMatchObject(notKnown);
    const copy = new CopyObjectCommand({ ...at('b'), CopySource: 'afield-files/a' });
    await expect(s3().send(copy)).rejects.toMatchObject(notKnown);
  });
});
