import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface PushService {
  readonly origin: string;
  readonly received: ReceivedPush[];
  /** Sets its response from now on; `hang` doesn't respond until released, and `drop` ends the connection. */
  reply(reply: Reply | 'hang' | 'drop'): void;
  /** Accepts the hanging messages. */
  release(): void;
  close(): Promise<void>;
}

/** Starts a local push service (RFC 8030), which accepts every message by default. */
export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const hanging: ServerResponse[] = [];
  let next: Reply | 'hang' | 'drop' = { status: 201 };
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) });
    if (next === 'hang') return void hanging.push(response);
    if (next === 'drop') return void request.socket.destroy();
    response.writeHead(next.status, next.headers).end(next.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    reply(reply) {
      next = reply;
    },
    release() {
      for (const response of hanging.splice(0)) response.writeHead(201).end();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
