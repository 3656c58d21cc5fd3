import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { appFiles } from '#server/http/app/app-files.ts';
import { connectCountedCable } from '#tests/support/browsers/counted-cable.ts';

interface Answered {
  path: string;
  encoding: string | null;
}

/** A server with only the app's files, in one release after another. */
export interface ReleaseServer {
  readonly url: string;
  /** Responses since the last `release`. */
  readonly answers: Answered[];
  /** Serves another build from now on; without dictionaries the server responds as if browsers had none. */
  release(appDir: string, options?: { dictionaries?: boolean }): void;
  /** Bytes sent to the browser so far, including response headers. */
  sentBytes(): number;
  close(): Promise<void>;
}

/** @param appDir the first release */
export async function startReleases(appDir: string): Promise<ReleaseServer> {
  const answers: Answered[] = [];
  const filesOf = (folder: string) => appFiles({ appDir: folder, demoMediaDir: folder });
  let app = filesOf(appDir);
  let hasDictionaries = true;
  const server = createServer(
    getRequestListener(async (request) => {
      const headers = new Headers(request.headers);
      if (!hasDictionaries) headers.delete('Available-Dictionary');
      const response = await app.fetch(new Request(request.url, { method: request.method, headers }));
      answers.push({ path: new URL(request.url).pathname, encoding: response.headers.get('Content-Encoding') });
      return response;
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cable = await connectCountedCable((server.address() as AddressInfo).port);
  return {
    url: cable.url,
    answers,
    release(folder, { dictionaries = true } = {}) {
      app = filesOf(folder);
      hasDictionaries = dictionaries;
      answers.length = 0;
    },
    sentBytes: cable.receivedBytes,
    async close() {
      await cable.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
