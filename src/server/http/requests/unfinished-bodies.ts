import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { ApiError } from '#server/errors/api-error.ts';
import { networkOf } from '#server/services/shared/network-of.ts';
import type { AddressOf } from './address.ts';

/**
 * Bodies that one network may be sending at once. Calls send theirs in milliseconds; phones of one office or mobile network share
 * an address, and each sends a film for minutes.
 */
const mostPerNetwork = 100;
/**
 * Minimum progress of a body in that time, about 140 bytes a second. It is far below a phone's rate on the slowest network, and
 * tolerates 30 s without any: after that the app itself aborts the call. A video's upload keeps the received bytes and resumes
 * from there.
 */
const least = { bytes: 4_096, inMs: 30_000 } as const;

interface Sender {
  incoming: IncomingMessage;
  network: string;
  /** Bytes of the connection and the time from which the next {@link least} count. */
  bytes: number;
  atMs: number;
}

interface UnfinishedBodies {
  /** Refuses a body from a network that sends many at once. */
  limit: MiddlewareHandler;
  /** Ends the connections of bodies that have stalled. Call it every few seconds. */
  endStalled(): void;
}

/** Keeps clients from holding connections and memory by bodies that they never finish. */
export function unfinishedBodies(addressOf: AddressOf, nowMs: () => number): UnfinishedBodies {
  const senders = new Set<Sender>();
  const dropFinished = () => {
    for (const sender of senders) {
      if (sender.incoming.complete || sender.incoming.destroyed) senders.delete(sender);
    }
  };
  return {
    async limit(c, next) {
      const { incoming }: { incoming?: IncomingMessage } = c.env ?? {};
      if (incoming === undefined || !hasBody(incoming)) return next();
      const network = networkOf(addressOf(c));
      const countOwn = () => [...senders].filter((sender) => sender.network === network).length;
      if (senders.size >= mostPerNetwork) dropFinished();
      if (senders.size >= mostPerNetwork && countOwn() >= mostPerNetwork) throw tooMany();
      senders.add({ incoming, network, bytes: incoming.socket.bytesRead, atMs: nowMs() });
      await next();
      // Nothing reads the body of a call that was refused before. node-server reads it half a second long, then it ends the
      // connection with the next request on it: begin before the answer goes out.
      if (incoming.readableFlowing === null) incoming.resume();
    },
    endStalled() {
      dropFinished();
      for (const sender of senders) {
        const { incoming, bytes, atMs } = sender;
        const { bytesRead } = incoming.socket;
        // With bytes in the buffer it is the server that is slow.
        if (bytesRead - bytes >= least.bytes || incoming.readableLength > 0) {
          Object.assign(sender, { bytes: bytesRead, atMs: nowMs() });
        } else if (nowMs() - atMs >= least.inMs) {
          incoming.socket.destroy();
          senders.delete(sender);
        }
      }
    },
  };
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const tooMany = () =>
  new ApiError('too_many_requests', 'Too many requests at once. Please try again later.', {
    headers: { 'Retry-After': '10', Connection: 'close' },
  });
