import { once } from 'node:events';
import type { Server } from 'node:net';

/**
 * Ports that this process has had. A client pools its connections by host and port, so a server on the port of one that was
 * closed a moment ago would be called over a connection that is just ending.
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
 * A port of that range could be taken by any outgoing connection while connections are being refused, and a client
 * that calls it then may be connected to itself.
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
