import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SlowCable {
  readonly url: string;
  /** Limits the server's output on all connections together; null for no limit. */
  setRate(bitsPerSecond: number | null): void;
  /** Ends all connections, and so the fetches in flight. */
  cut(): void;
  close(): Promise<void>;
}

const sliceMs = 20;
/** Limit for the bytes that a busy machine, late with its slices, catches up on at once, as a time in ms. */
const maxBurstMs = 100;

/** A TCP relay to a local port whose responses arrive at the rate of a phone network. */
export async function connectSlowCable(targetPort: number): Promise<SlowCable> {
  const pairs = new Set<{ client: Socket; server: Socket }>();
  let perMs: number | null = null;
  let allowance = 0;
  let passedAtMs = performance.now();

  const passOn = () => {
    const nowMs = performance.now();
    allowance =
      perMs === null
        ? Number.POSITIVE_INFINITY
        : Math.min(allowance + perMs * (nowMs - passedAtMs), perMs * maxBurstMs);
    passedAtMs = nowMs;
    for (const { client, server } of pairs) {
      while (allowance >= 1 && server.readableLength > 0) {
        const chunk: Buffer | null = server.read(Math.min(Math.floor(allowance), server.readableLength));
        if (chunk === null) break;
        allowance -= chunk.length;
        client.write(chunk);
      }
    }
  };

  const listener = createServer((client) => {
    const server = connect(targetPort, '127.0.0.1');
    const pair = { client, server };
    pairs.add(pair);
    client.pipe(server);
    server.on('readable', passOn).on('end', () => client.end());
    for (const socket of [client, server]) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        pairs.delete(pair);
        client.destroySoon();
        server.destroy();
      });
    }
  });
  const passing = setInterval(passOn, sliceMs);
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const cut = () => {
    for (const { client } of pairs) client.destroy();
  };
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    setRate(bitsPerSecond) {
      perMs = bitsPerSecond === null ? null : bitsPerSecond / 8 / 1000;
      allowance = 0;
    },
    cut,
    async close() {
      clearInterval(passing);
      cut();
      listener.close();
      await once(listener, 'close');
    },
  };
}
