import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { endableBody } from '#server/http/requests/endable-body.ts';

const request = new Request('http://127.0.0.1/', { method: 'PATCH', body: 'unused' });

/** A request's stream as in Node: it buffers while paused, and is destroyed with its connection. */
function incoming(): Readable {
  return new Readable({ read() {}, highWaterMark: 1_000_000 });
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<number> {
  let count = 0;
  for await (const chunk of stream) count += chunk.length;
  return count;
}

test('everything received before a broken connection is kept, including data buffered behind a slow store', async () => {
  const source = incoming();
  const body = endableBody(request, source, 10_000_000);
  const reader = body.stream.getReader();
  source.push(Buffer.alloc(300_000));
  expect((await reader.read()).value).toHaveLength(300_000);
  // No reader yet: the stream fills up to its limit, then the request is paused and buffers the rest itself.
  for (let part = 0; part < 5; part += 1) source.push(Buffer.alloc(100_000));
  await new Promise(setImmediate);
  source.destroy();
  await new Promise(setImmediate);
  expect(body.ended).toBe('cut');
  reader.releaseLock();
  expect(await bytesOf(body.stream)).toBe(500_000);
});

test('data buffered when the connection broke counts towards the body’s limit', async () => {
  const source = incoming();
  const body = endableBody(request, source, 400_000);
  for (let part = 0; part < 5; part += 1) source.push(Buffer.alloc(100_000));
  await new Promise(setImmediate);
  source.destroy();
  await new Promise(setImmediate);
  expect(body.ended).toBe('too-long');
  expect(await bytesOf(body.stream)).toBeLessThanOrEqual(400_000);
});

test('a body that ends by itself is complete', async () => {
  const source = incoming();
  const body = endableBody(request, source, 1_000);
  source.push(Buffer.alloc(100));
  source.push(null);
  expect(await bytesOf(body.stream)).toBe(100);
  expect(body.ended).toBe('whole');
});
