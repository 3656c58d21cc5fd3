import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultProxies } from '#server/config/proxies.ts';
import { ApiError, errorResponse } from '#server/errors/api-error.ts';
import { addressReader } from '#server/http/requests/address.ts';
import { unfinishedBodies } from '#server/http/requests/unfinished-bodies.ts';

let server: Server;
let nowMs: number;
let bodies: ReturnType<typeof unfinishedBodies>;
/** Bytes of all bodies that have reached the handler. */
let readBytes: number;
let onRead = () => {};
const sockets: Socket[] = [];

beforeEach(async () => {
  [nowMs, readBytes] = [0, 0];
  bodies = unfinishedBodies(addressReader(defaultProxies), () => nowMs);
  const app = new Hono().use(bodies.limit).post('/', async (c) => {
    for await (const chunk of c.req.raw.body ?? []) {
      readBytes += chunk.length;
      onRead();
    }
    return c.text('read');
  });
  app.post('/refused', (c) => c.text('unread', 401));
  app.onError((error) => (error instanceof ApiError ? errorResponse(error) : new Response('cut', { status: 400 })));
  // Test files share globals; this would replace another file's Response, too.
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Starts a body of a megabyte, and sends its first bytes. */
async function begin(bytes: number, network = '198.51.100.7'): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${network}\r\nContent-Length: 1000000\r\n\r\n`);
  await send(socket, bytes);
  return socket;
}
/** Sends bytes and waits until the handler has them. */
async function send(socket: Socket, bytes: number): Promise<void> {
  const until = readBytes + bytes;
  const arrived = new Promise<void>((resolve) => {
    onRead = () => void (readBytes >= until && resolve());
  });
  socket.write('x'.repeat(bytes));
  await arrived;
}
const later = (ms: number) => {
  nowMs += ms;
  bodies.endStalled();
};

test('a body slower than 4 KB in 30 s loses its connection, and a faster one keeps it', async () => {
  const [stalled, slow] = [await begin(10), await begin(10)];
  later(29_999);
  await send(slow, 4_096);
  await send(stalled, 4_000);
  later(1);
  await once(stalled, 'close');
  later(29_999);
  expect(slow.destroyed).toBe(false);
  await send(slow, 10);
  later(1);
  await once(slow, 'close');
});

test('a network may have a hundred unfinished bodies, more get a 429, and other networks are unaffected', async () => {
  const held: Socket[] = [];
  for (let n = 0; n < 100; n += 1) held.push(await begin(1));
  const refused = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  sockets.push(refused);
  refused.write('POST / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.7\r\nContent-Length: 10\r\n\r\n');
  const [answer] = (await once(refused, 'data')) as [string];
  expect(answer).toMatch(/^HTTP\/1\.1 429 /);
  expect(answer).toMatch(/connection: close/i);
  await begin(1, '203.0.113.9');
  held[0]?.end('x'.repeat(999_999));
  await once(held[0] as Socket, 'data');
  await begin(1);
});

test('an unread body is drained, and the connection’s next request gets its response', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  sockets.push(socket);
  let answers = '';
  socket.on('data', (text: string) => {
    answers += text;
  });
  const head = (path: string, bytes: number) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`;
  socket.write(head('/refused', 2_000_000) + 'x'.repeat(2_000_000));
  await expect.poll(() => answers).toContain('unread');
  socket.write(`${head('/', 1)}x`);
  await expect.poll(() => answers).toMatch(/ 401 [\s\S]* 200 /);
});

test('bodies that finished or ended their connection aren’t counted', async () => {
  for (let n = 0; n < 150; n += 1) {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      method: 'POST',
      body: 'x',
    });
    expect(await response.text()).toBe('read');
  }
  const cut = await begin(1);
  cut.destroy();
  await begin(1);
});
