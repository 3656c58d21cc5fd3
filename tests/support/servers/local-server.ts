import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface LocalRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Fault of a request: the request or its response is lost, or an error is returned before anything is done. */
type Fault = 'request-lost' | 'answer-lost' | { status: number; body?: unknown };

export interface LocalServer {
  readonly url: URL;
  readonly requests: LocalRequest[];
  /** Makes requests fail as `decide` says from now on; without it none fails. */
  faults(decide?: (request: LocalRequest) => Fault | undefined): void;
  close(): Promise<void>;
}

/** An HTTP server on a free loopback port that can fail as networks and providers do. */
export async function localServer(
  answer: (request: LocalRequest) => { status: number; body: unknown },
): Promise<LocalServer> {
  const requests: LocalRequest[] = [];
  let faultOf: (request: LocalRequest) => Fault | undefined = () => undefined;

  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://local');
    const body = await text(incoming);
    const request = {
      ...{ method: incoming.method ?? '', path: pathname, query: searchParams },
      ...{ headers: incoming.headers, body },
    };
    requests.push(request);
    const fault = faultOf(request);
    if (fault === 'request-lost') return void incoming.socket.destroy();
    const isRefused = typeof fault === 'object';
    const { status, body: answered } = isRefused ? { body: {}, ...fault } : answer(request);
    if (fault === 'answer-lost') return void incoming.socket.destroy();
    outgoing.writeHead(status, { 'Content-Type': 'application/json' });
    outgoing.end(JSON.stringify(answered));
  };
  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    requests,
    faults(decide = () => undefined) {
      faultOf = decide;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
