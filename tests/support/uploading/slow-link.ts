import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface SlowLink {
  readonly port: number;
  /** Bytes that the browser's side has put on the link, including request headers. */
  sentBytes(): number;
  /** Bytes of these that were in flight at a cut and never arrived. */
  lostBytes(): number;
  cuts(): number;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
  /** Time after the handshake, which takes a round trip before the first byte is sent. */
  opensAtMs: number;
  /** Bytes currently on the link. */
  flyingBytes: number;
  isCut: boolean;
}

const sliceMs = 20;
/** Limit for the bytes that a busy machine, late with its slices, catches up on at once, as a time. */
const maxBurstMs = 200;

/**
 * Starts a link between browser and server with the upstream rate of a bad phone network, which periodically breaks for
 * all connections at once. Bytes wait in the browser's own buffers until they are on the link; those on it at a cut are
 * lost.
 */
export async function startSlowLink(given: {
  targetPort: number;
  bitsPerSecond: number;
  /** One-way delay; 0 by default. */
  delayMs?: number;
  /** Interval of the cuts; in bytes it doesn't depend on this machine's load. */
  cutEvery: { ms: number } | { bytes: number };
}): Promise<SlowLink> {
  const { cutEvery, delayMs = 0 } = given;
  const perMs = given.bitsPerSecond / 8 / 1000;
  const pairs = new Set<Pair>();
  let [sent, lost, cuts, allowance, sentAtCut] = [0, 0, 0, 0, 0];

  /** Acts at the other end after the delay, unless the link breaks before. */
  const arrive = (pair: Pair, act: () => void) => {
    if (delayMs === 0) return act();
    setTimeout(() => pair.isCut || act(), delayMs);
  };

  const cut = () => {
    cuts += 1;
    sentAtCut = sent;
    for (const pair of pairs) {
      pair.isCut = true;
      lost += pair.flyingBytes;
      pair.client.resetAndDestroy();
      // Bytes that have left the link arrive: this process may be behind with writing them.
      pair.server.destroySoon();
    }
  };

  const listener = createServer((client) => {
    const server = connect(given.targetPort, '127.0.0.1');
    const pair = { client, server, opensAtMs: performance.now() + 2 * delayMs, flyingBytes: 0, isCut: false };
    pairs.add(pair);
    server.on('data', (chunk) => arrive(pair, () => client.write(chunk)));
    server.on('close', () => arrive(pair, () => client.destroySoon()));
    client.on('close', () => {
      pairs.delete(pair);
      arrive(pair, () => server.destroySoon());
    });
    for (const socket of [client, server]) socket.on('error', () => socket.destroy());
  });

  // All connections share the rate and are served in turn.
  let passedAtMs = performance.now();
  const passing = setInterval(() => {
    const nowMs = performance.now();
    allowance = Math.min(allowance + perMs * (nowMs - passedAtMs), perMs * maxBurstMs);
    passedAtMs = nowMs;
    for (const pair of pairs) {
      const { client, server } = pair;
      while (allowance >= 1 && server.writable && nowMs >= pair.opensAtMs) {
        const chunk: Buffer | null = client.read(Math.min(Math.floor(allowance), client.readableLength || 1));
        if (chunk === null) break;
        sent += chunk.length;
        allowance -= chunk.length;
        pair.flyingBytes += chunk.length;
        arrive(pair, () => {
          pair.flyingBytes -= chunk.length;
          server.write(chunk);
        });
      }
    }
    if ('bytes' in cutEvery && sent - sentAtCut >= cutEvery.bytes) cut();
  }, sliceMs);
  const cutting = 'ms' in cutEvery ? setInterval(cut, cutEvery.ms) : null;

  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    port: (listener.address() as AddressInfo).port,
    sentBytes: () => sent,
    lostBytes: () => lost,
    cuts: () => cuts,
    async close() {
      clearInterval(passing);
      if (cutting) clearInterval(cutting);
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
}
