import { Agent } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allModes, faultModes } from '#tests/faults/modes.ts';
import { type FaultProxy, startFaultProxy } from '#tests/faults/proxy.ts';
import { call } from './client.ts';
import { bigBody, startOrigin } from './origin-server.ts';

let origin: Awaited<ReturnType<typeof startOrigin>>;
let proxy: FaultProxy;

beforeEach(async () => {
  origin = await startOrigin();
  proxy = await startFaultProxy({ targetPort: origin.port });
});

afterEach(async () => {
  await proxy.close();
  await origin.close();
});

const post = (path = '/act', signal?: AbortSignal) =>
  call(proxy.url + path, { method: 'POST', body: '{}', ...(signal && { signal }) });

/** A POST over a bare socket: the bytes that arrived and how the connection ended. */
function rawPost(): Promise<{ text: string; ending: string }> {
  return new Promise((resolve) => {
    let text = '';
    let ending = 'nothing';
    const socket = connect(proxy.port, '127.0.0.1');
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.on('end', () => {
      ending = 'end';
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      ending = error.code ?? error.message;
    });
    socket.on('close', () => resolve({ text, ending }));
    socket.write('POST /act HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n');
  });
}

describe('a whole cable', () => {
  it('passes requests and responses, with the original host and all headers', async () => {
    const seen = await call(`${proxy.url}/act?x=1`, { method: 'POST', body: 'four' });
    expect(seen).toMatchObject({ status: 200, error: null });
    expect(seen.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(JSON.parse(seen.body)).toEqual({ acted: 1, size: 4, host: `127.0.0.1:${proxy.port}` });
    expect(proxy.requests).toEqual([{ connection: 1, method: 'POST', path: '/act?x=1', mode: 'pass', faulted: false }]);
  });

  it('passes large bodies both ways', async () => {
    const up = await call(`${proxy.url}/up`, { method: 'POST', body: bigBody });
    expect(JSON.parse(up.body)).toMatchObject({ size: bigBody.length });
    const down = await fetch(`${proxy.url}/big`);
    expect(bigBody.equals(Buffer.from(await down.arrayBuffer()))).toBe(true);
  });

  it('passes range requests', async () => {
    const seen = await call(`${proxy.url}/big`, { headers: { range: 'bytes=6-11' } });
    expect(seen).toMatchObject({ status: 206, body: 'afield' });
    expect(seen.headers['content-range']).toBe(`bytes 6-11/${bigBody.length}`);
  });

  it('passes a HEAD with its length and without a body', async () => {
    expect(await call(`${proxy.url}/big`, { method: 'HEAD' })).toMatchObject({ status: 200, body: '', error: null });
  });

  it('passes a stream chunk by chunk', async () => {
    const reader = (await fetch(`${proxy.url}/events`)).body?.getReader();
    for (const text of ['data: one\n\n', 'data: two\n\n']) {
      origin.push(text);
      const { value } = (await reader?.read()) ?? {};
      expect(new TextDecoder().decode(value)).toBe(text);
    }
    await reader?.cancel();
    await expect.poll(() => origin.openStreams()).toBe(0);
  });

  it('breaks the connection when the server is gone, without making up a response', async () => {
    await origin.close();
    expect(await post()).toMatchObject({ status: null, error: 'ECONNRESET' });
    origin = await startOrigin();
  });
});

describe('a cut cable', () => {
  it('refuses connections, then listens on the same port again', async () => {
    await proxy.setMode({ kind: 'refuse' });
    expect(await post()).toMatchObject({ status: null, error: 'ECONNREFUSED' });
    await proxy.setMode({ kind: 'pass' });
    expect(await post()).toMatchObject({ status: 200 });
    expect(origin.acted).toHaveLength(1);
  });

  it('resets connections before the server receives a request', async () => {
    await proxy.setMode({ kind: 'reset' });
    expect(await post()).toMatchObject({ status: null, error: 'ECONNRESET' });
    expect(origin.acted).toEqual([]);
    expect(proxy.stats()).toMatchObject({ connections: 1, requests: 0, faults: 1 });
  });

  it('loses only the next response to a matching request, after the server has acted', async () => {
    await proxy.setMode({ kind: 'lose-answer', match: { method: 'POST', pathPattern: /\/accept$/g }, times: 1 });
    const fault = proxy.nextFault();
    expect(await post('/reject')).toMatchObject({ status: 200 });
    expect(await post('/accept')).toMatchObject({ status: null, error: 'ECONNRESET' });
    expect(await fault).toMatchObject({ method: 'POST', path: '/accept', faulted: true });
    expect(origin.acted).toEqual(['/reject', '/accept']);
    expect(await post('/accept')).toMatchObject({ status: 200 });
    expect(proxy.requests.map((request) => request.faulted)).toEqual([false, true, false]);
  });

  it('cuts the response before its first byte', async () => {
    await proxy.setMode({ kind: 'reset-after-bytes', bytes: 0 });
    // The socket must be reset: to a browser, a socket that ends properly is another fault.
    expect(await rawPost()).toEqual({ text: '', ending: 'ECONNRESET' });
    expect(origin.acted).toHaveLength(1);
  });

  it('cuts the response at the given byte', async () => {
    await proxy.setMode({ kind: 'reset-after-bytes', bytes: 14 });
    const received = await rawPost();
    expect(received.text).toBe('HTTP/1.1 200 O');
    expect(origin.acted).toHaveLength(1);
  });

  it('cuts a chunked response in its body, after its headers', async () => {
    await proxy.setMode({ kind: 'reset-after-bytes', bytes: 10, from: 'body' });
    expect(await post()).toMatchObject({ status: 200, body: '{"acted":1', error: 'ECONNRESET' });
  });

  it('cuts a long response with a length in its body', async () => {
    await proxy.setMode({ kind: 'reset-after-bytes', bytes: 1_000_000, from: 'body' });
    const seen = await call(`${proxy.url}/big`);
    expect(seen).toMatchObject({ status: 200, error: 'ECONNRESET' });
    // A reset also discards bytes that the receiver had no space for yet, so a long part may end sooner.
    expect(seen.body.length).toBeGreaterThan(0);
    expect(seen.body.length).toBeLessThanOrEqual(1_000_000);
  });

  it('swallows requests on a half-open connection, without a response', async () => {
    await proxy.setMode({ kind: 'stall' });
    const arrival = proxy.nextRequest({ method: 'POST' });
    const giveUp = new AbortController();
    const seen = post('/act', giveUp.signal);
    await arrival;
    // Another call completes first, so the stalled one had time to arrive.
    await call(`http://127.0.0.1:${origin.port}/direct`);
    giveUp.abort();
    expect(await seen).toMatchObject({ status: null, error: 'aborted' });
    expect(origin.acted).toEqual([]);
  });

  it('stalls permanently', async () => {
    await proxy.setMode({ kind: 'stall' });
    expect(await post('/act', AbortSignal.timeout(150))).toMatchObject({ status: null, error: 'aborted' });
    expect(origin.acted).toEqual([]);
  });

  it('ends stalled requests when the mode changes, and never lets them arrive late', async () => {
    await proxy.setMode({ kind: 'stall' });
    const arrival = proxy.nextRequest();
    const seen = post();
    await arrival;
    await proxy.setMode({ kind: 'pass' });
    expect(await seen).toMatchObject({ status: null, error: 'ECONNRESET' });
    await post('/after');
    expect(origin.acted).toEqual(['/after']);
  });

  it('delays a request before the server sees it', async () => {
    await proxy.setMode({ kind: 'delay', ms: 60_000, match: { method: 'POST' } });
    const arrival = proxy.nextRequest();
    const seen = post();
    await arrival;
    expect(await call(`${proxy.url}/other`)).toMatchObject({ status: 200 });
    expect(origin.acted).toEqual([]);
    await proxy.setMode({ kind: 'pass' });
    expect(await seen).toMatchObject({ status: null, error: 'ECONNRESET' });
    expect(origin.acted).toEqual([]);
  });

  it('delivers a late request eventually', async () => {
    await proxy.setMode({ kind: 'delay', ms: 20 });
    expect(await post()).toMatchObject({ status: 200, error: null });
    expect(origin.acted).toHaveLength(1);
  });

  it('delays a response after the server has acted', async () => {
    await proxy.setMode({ kind: 'delay', ms: 60_000, hold: 'answer' });
    const seen = post();
    await expect.poll(() => origin.acted.length).toBe(1);
    await proxy.setMode({ kind: 'pass' });
    expect(await seen).toMatchObject({ status: null, error: 'ECONNRESET' });
  });

  it("answers every request with a captive portal's page", async () => {
    await proxy.setMode({ kind: 'captive-portal', portal: 'html' });
    const seen = await post();
    expect(seen).toMatchObject({ status: 200, error: null });
    expect(seen.headers['content-type']).toContain('text/html');
    expect(origin.acted).toEqual([]);
  });

  it("redirects to a working captive portal, which also receives requests that don't match", async () => {
    await proxy.setMode({ kind: 'captive-portal', portal: 'redirect', match: { pathPattern: /^\/act/ } });
    expect(await post()).toMatchObject({ status: 302 });
    const followed = await fetch(`${proxy.url}/act`, { method: 'POST', body: '{}' });
    expect(followed).toMatchObject({ status: 200, redirected: true });
    expect(await followed.text()).toContain('Hotel Wi-Fi');
    expect(origin.acted).toEqual([]);
  });

  it.each([429, 502, 503] as const)('responds with %i like a gateway', async (status) => {
    await proxy.setMode({ kind: 'status', status, retryAfterSeconds: 7 });
    const seen = await post();
    expect(seen).toMatchObject({ status, error: null });
    expect(seen.headers['retry-after']).toBe('7');
    expect(origin.acted).toEqual([]);
    await proxy.setMode({ kind: 'status', status });
    expect((await post()).headers['retry-after']).toBeUndefined();
  });

  it('selects requests with a function', async () => {
    await proxy.setMode({ kind: 'status', status: 503, match: (request) => request.path.startsWith('/brand/') });
    expect(await post('/brand/v1.0/offers')).toMatchObject({ status: 503 });
    expect(await post('/act')).toMatchObject({ status: 200 });
  });
});

describe('changing the mode', () => {
  it('ends open keep-alive connections', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await call(`${proxy.url}/a`, { agent });
    await call(`${proxy.url}/b`, { agent });
    expect(proxy.stats()).toMatchObject({ connections: 1, open: 1 });
    await proxy.setMode({ kind: 'pass' });
    await expect.poll(() => proxy.stats().open).toBe(0);
    await call(`${proxy.url}/c`, { agent });
    expect(proxy.requests.map((request) => request.connection)).toEqual([1, 1, 2]);
    agent.destroy();
  });

  it('cuts a running stream', async () => {
    const reader = (await fetch(`${proxy.url}/events`)).body?.getReader();
    await proxy.setMode({ kind: 'refuse' });
    await expect(reader?.read()).rejects.toThrow();
    await expect.poll(() => origin.openStreams()).toBe(0);
  });

  it.each(allModes)('recovers fully after it $name', async ({ mode }) => {
    await proxy.setMode(mode);
    const during = post('/during', AbortSignal.timeout(50));
    await proxy.setMode({ kind: 'pass' });
    await during;
    expect(await post('/after')).toMatchObject({ status: 200, error: null });
    expect(origin.acted.filter((path) => path === '/after')).toHaveLength(1);
  });

  it.each(faultModes.filter(({ mode }) => mode.kind !== 'delay'))(
    'reports correctly whether the server acts when it $name',
    async ({ mode, serverActs }) => {
      await proxy.setMode(mode);
      const giveUp = new AbortController();
      if (mode.kind === 'stall') void proxy.nextFault().then(() => giveUp.abort());
      const seen = await post('/act', giveUp.signal);
      const complete = seen.status === 200 && seen.error === null && seen.body.startsWith('{');
      expect(complete).toBe(false);
      expect(origin.acted).toHaveLength(serverActs ? 1 : 0);
    },
  );
});

describe('closing the cable', () => {
  it.each(allModes)('leaves nothing open while it $name', async ({ mode }) => {
    await proxy.setMode(mode);
    const under = [post(), post()];
    const never = proxy.nextRequest({ pathPattern: /^\/never$/ });
    const rejected = expect(never).rejects.toThrow('closed');
    await proxy.close();
    await Promise.all(under);
    await rejected;
    expect(proxy.stats().open).toBe(0);
    expect(await post()).toMatchObject({ error: 'ECONNREFUSED' });
    await expect(proxy.setMode({ kind: 'pass' })).rejects.toThrow('closed');
  });
});
