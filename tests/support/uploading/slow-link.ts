import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface SlowLink {
  readonly port: number;
  /** What has passed to the server, heads of requests included. */
  sentBytes(): number;
  cuts(): number;
  close(): Promise<void>;
}

const sliceMs = 20;

/**
 * A link between browser and server with the upstream rate of a bad phone network, which breaks every so often, for all
 * connections at once. Bytes are counted when they have passed.
 */
export async function startSlowLink(given: {
  targetPort: number;
  bitsPerSecond: number;
  /** It breaks so often, or after so many bytes, whatever else this machine does. */
  cutEvery: { ms: number } | { bytes: number };
}): Promise<SlowLink> {
  const perSlice = (given.bitsPerSecond / 8 / 1000) * sliceMs;
  const pairs = new Set<{ client: Socket; server: Socket }>();
  let [sent, cuts, allowance, sentAtCut] = [0, 0, 0, 0];
  const { cutEvery } = given;

  const cut = () => {
    cuts += 1;
    sentAtCut = sent;
    for (const { client, server } of pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  };

  const listener = createServer((client) => {
    const server = connect(given.targetPort, '127.0.0.1');
    const pair = { client, server };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    server.on('data', (chunk) => client.write(chunk));
  });

  // All connections share the rate, in turn.
  const passing = setInterval(() => {
    allowance = Math.min(allowance + perSlice, perSlice * 3);
    for (const { client, server } of pairs) {
      while (allowance >= 1 && server.writable) {
        const chunk: Buffer | null = client.read(Math.min(Math.floor(allowance), client.readableLength || 1));
        if (chunk === null) break;
        server.write(chunk);
        sent += chunk.length;
        allowance -= chunk.length;
      }
    }
    if ('bytes' in cutEvery && sent - sentAtCut >= cutEvery.bytes) cut();
  }, sliceMs);
  const cutting = 'ms' in cutEvery ? setInterval(cut, cutEvery.ms) : null;

  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    port: (listener.address() as AddressInfo).port,
    sentBytes: () => sent,
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
