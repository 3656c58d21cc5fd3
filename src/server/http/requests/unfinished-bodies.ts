import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { ApiError } from '#server/errors/api-error.ts';
import { networkOf } from '#server/services/shared/network-of.ts';
import type { AddressOf } from './address.ts';

/**
 * Maximum concurrent bodies per network. Most calls send theirs within milliseconds. Phones in one office or mobile
 * network share an address, and each can take minutes to send a video.
 */
const maxPerNetwork = 100;
/**
 * Minimum progress of a body, about 140 bytes per second. It is far below a phone's rate on the slowest network, and
 * tolerates 30 s without any progress, after which the app itself aborts the call. A video upload keeps the received
 * bytes and resumes from there.
 */
const min = { bytes: 4_096, inMs: 30_000 } as const;

interface Sender {
  incoming: IncomingMessage;
  network: string;
  /** The connection's bytes and the time at the start of the current {@link min} window. */
  bytes: number;
  atMs: number;
}

interface UnfinishedBodies {
  /** Rejects a body from a network that is already sending too many bodies. */
  limit: MiddlewareHandler;
  /** Closes connections whose bodies have stalled. Call it every few seconds. */
  endStalled(): void;
}

/** Keeps clients from tying up connections and memory with bodies that they never finish. */
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
      if (senders.size >= maxPerNetwork) dropFinished();
      if (senders.size >= maxPerNetwork && countOwn() >= maxPerNetwork) throw tooMany();
      senders.add({ incoming, network, bytes: incoming.socket.bytesRead, atMs: nowMs() });
      await next();
      // A rejected call's body hasn't been read. node-server reads it for half a second and then closes the connection,
      // along with its next request. So start reading before the response is sent.
      if (incoming.readableFlowing === null) incoming.resume();
    },
    endStalled() {
      dropFinished();
      for (const sender of senders) {
        const { incoming, bytes, atMs } = sender;
        const { bytesRead } = incoming.socket;
        // Unread bytes in the buffer mean that the server is the slow side.
        if (bytesRead - bytes >= min.bytes || incoming.readableLength > 0) {
          Object.assign(sender, { bytes: bytesRead, atMs: nowMs() });
        } else if (nowMs() - atMs >= min.inMs) {
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
