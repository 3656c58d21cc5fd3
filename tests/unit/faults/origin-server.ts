import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const bigBody = Buffer.alloc(3_000_000, 'afield');

/** A server that counts requests: a POST acts, `/big` supports ranges, `/events` streams on command. */
export async function startOrigin() {
  const acted: string[] = [];
  const streams = new Set<ServerResponse>();
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.url === '/events') {
      streams.add(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      response.once('close', () => streams.delete(response)).flushHeaders();
      return;
    }
    if (request.url === '/big') {
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      if (!range) return response.end(bigBody);
      const part = bigBody.subarray(Number(range[1]), Number(range[2]) + 1);
      const contentRange = `bytes ${range[1]}-${range[2]}/${bigBody.length}`;
      return response.writeHead(206, { 'content-range': contentRange }).end(part);
    }
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) size += chunk.length;
    if (request.method === 'POST') acted.push(request.url ?? '');
    const body = JSON.stringify({ acted: acted.length, size, host: request.headers.host });
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
    // Two writes without a length make the response chunked.
    response.write(body.slice(0, 5));
    response.end(body.slice(5));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    acted,
    push: (text: string) => {
      for (const stream of streams) stream.write(text);
    },
    openStreams: () => streams.size,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
