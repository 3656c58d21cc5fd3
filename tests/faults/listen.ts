import { once } from 'node:events';
import type { Server } from 'node:net';

/**
 * Ports used by this process so far. A client pools connections by host and port, so a server on a recently closed
 * server's port would be called over a connection that is just ending.
 */
const tried = new Set<number>();

function freshPort(): number {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (!tried.has(port)) return port;
  }
}

/**
 * Listens on a loopback port; 0 picks a free one below the kernel's ephemeral range (32768 and up on Linux).
 * While connections are being refused, any outgoing connection could take a port in that range, and a client calling it
 * could then be connected to itself.
 */
export async function listenOn(server: Server, port: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const wanted = port === 0 ? freshPort() : port;
    tried.add(wanted);
    try {
      server.listen(wanted, '127.0.0.1');
      await once(server, 'listening');
      return;
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (port !== 0 || !taken || attempt === 20) throw error;
    }
  }
}
