import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { pino } from 'pino';
import type { S3Config } from '#server/config/s3.ts';
import type { FileStore } from '#server/services/files/stores/file-store.ts';
import { s3ClientSettings } from '#server/services/files/stores/s3-client-settings.ts';
import { configuredFileStore } from '#server/services/files/stores/store.ts';
import { listenOn } from '#tests/faults/listen.ts';
import { createS3Server } from '../s3/server.ts';

export interface S3Server {
  readonly port: number;
  /** Settings of a server that uses it; a fault proxy's port may replace its own. */
  settings(port?: number): S3Config;
  /** Lists the file names in a folder of the bucket. */
  namesIn(folder: string): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Starts a small S3 server with an empty bucket, on a loopback port.
 * @param pageSize maximum number of list entries in one response; S3's own is 1,000
 */
export async function startS3({ pageSize = 1000 } = {}): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'afield-s3-'));
  const bucket = 'afield-files';
  const account = { accessKeyId: 'AFIELDTESTKEY', secretAccessKey: 'afield-test-secret' };
  const server = createS3Server({ bucketName: bucket, folder: directory, account, pageSize });
  await listenOn(server, 0);
  const { port: ownPort } = server.address() as AddressInfo;
  const settings = (port = ownPort): S3Config => ({
    ...{ bucket, region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, pathStyle: true },
    credentials: account,
  });
  const client = new S3Client(s3ClientSettings(settings(), 0));
  return {
    port: ownPort,
    settings,
    async namesIn(folder) {
      const names: string[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: `${folder}/` },
      )) {
        names.push(...Contents.map(({ Key = '' }) => Key.slice(folder.length + 1)));
      }
      return names;
    },
    async close() {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Creates a server's store with these settings. */
export const s3Store = (s3: S3Config): Promise<FileStore> =>
  configuredFileStore({ s3, dataDir: '/nowhere' }, pino({ level: 'silent' }));
