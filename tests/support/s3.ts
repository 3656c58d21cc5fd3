import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { pino } from 'pino';
import S3rver from 's3rver';
import type { S3Config } from '../../src/server/config/s3.ts';
import { configuredFileStore, type FileStore } from '../../src/server/services/files/store.ts';
import { multipartCalls } from './s3-multipart.ts';

export interface S3Server {
  readonly port: number;
  /** What reaches it; a cable's port may stand in for its own. */
  settings(port?: number): S3Config;
  /** The names of the files in a folder of the bucket. */
  namesIn(folder: string): Promise<string[]>;
  close(): Promise<void>;
}

/** A small S3 server with an empty bucket, on a free port of the loopback address. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'afield-s3-'));
  const bucket = 'afield-files';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: bucket }],
  });
  server.middleware.unshift(multipartCalls(directory));
  const { port: ownPort } = await server.run();
  const settings = (port = ownPort): S3Config => ({
    ...{ bucket, region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, pathStyle: true },
    // The one account that it knows.
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  });
  const { endpoint, credentials } = settings();
  const client = new S3Client({
    ...{ region: 'us-east-1', forcePathStyle: true },
    ...(endpoint && credentials ? { endpoint, credentials } : {}),
  });
  return {
    port: ownPort,
    settings,
    async namesIn(folder) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: `${folder}/` }));
      return Contents.map(({ Key = '' }) => Key.slice(folder.length + 1));
    },
    async close() {
      client.destroy();
      server.httpServer.closeAllConnections();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The store that a server with these settings has. */
export const s3Store = (s3: S3Config): Promise<FileStore> =>
  configuredFileStore({ s3, dataDir: '/nowhere' }, pino({ level: 'silent' }));
