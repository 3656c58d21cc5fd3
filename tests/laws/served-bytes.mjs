import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

/**
 * Sizes of a response on the wire.
 * @typedef {{ status: number, encoding: string | undefined, bodyBytes: number, wireBytes: number }} Served
 */

/**
 * Starts the built server with its own data and requests files like a browser.
 * @returns {Promise<{ served: (path: string) => Promise<Served>, stop: () => Promise<void> }>}
 */
export async function startBuiltServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'afield-size-'));
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: dataDir, SEED_DEMO: 'off' };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const address = await Promise.race([addressOf(child.stdout), ended.then(() => null)]);
  if (address === null) {
    await stop();
    throw new Error('The built server did not start: run `npm run build`.');
  }
  return { served: (path) => served(new URL(path, address)), stop };
}

async function addressOf(/** @type {import('node:stream').Readable} */ stdout) {
  for await (const line of createInterface({ input: stdout })) {
    const [, address] = /^Afield is ready at (\S+)$/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  return null;
}

/** Uses a connection of its own, whose bytes include the headers, and counts before decompression. */
async function served(/** @type {URL} */ url) {
  const agent = new Agent({ keepAlive: false });
  const request = get(url, { agent, headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } });
  const [response] = await once(request, 'response');
  let bodyBytes = 0;
  response.on('data', (/** @type {Buffer} */ chunk) => {
    bodyBytes += chunk.length;
  });
  const { socket } = response;
  await once(response, 'end');
  return {
    status: response.statusCode,
    encoding: response.headers['content-encoding'],
    bodyBytes,
    wireBytes: socket.bytesRead,
  };
}
