// npm run dev: serves the app and the service worker from Vite with hot reload, and restarts the server when its
// sources change, all at one address. It uses the database in DATA_DIR, so stop an `npm start` on the same one first.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { requireSupportedNode } from './node-version.mjs';
import { installIfStale, root } from './set-up.mjs';

requireSupportedNode();
installIfStale();
process.chdir(root);

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const apiPort = await freePort();
const address = `http://${host}:${port}`;

process.env.AFIELD_DEV_API = `http://127.0.0.1:${apiPort}`;
const { createServer } = await import('vite');
const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
  server: { host, port, strictPort: true },
});
try {
  await vite.listen();
} catch (error) {
  console.error(
    `Can't listen on ${address}: ${error instanceof Error ? error.message : error}. Set PORT to a different port.`,
  );
  process.exit(1);
}

const server = spawn(
  process.execPath,
  [join(root, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'src/server/main.ts'],
  {
    // Enables every platform during development.
    env: { PUBLIC_URL: address, FLAGS: 'facebook=on', ...process.env, HOST: '127.0.0.1', PORT: String(apiPort) },
    // A process group of its own, so that Ctrl-C reaches only this process, which then shuts the server down cleanly.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
createInterface({ input: server.stdout }).on('line', (line) => {
  // Show the shared address instead of the server's own.
  console.log(line.startsWith('Afield is ready at') ? `Afield is ready at ${address} (development)` : line);
});

let stopping = false;
/** @param {number} exitCode */
async function stop(exitCode) {
  if (stopping) return;
  stopping = true;
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await vite.close();
  process.exit(exitCode);
}
process.once('SIGINT', () => stop(0));
process.once('SIGTERM', () => stop(0));
server.once('exit', (code) => stop(code ?? 1));

async function freePort() {
  const probe = createTcpServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
