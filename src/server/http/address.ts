import type { Context } from 'hono';
import { isLoopback } from '../config/host.ts';

/**
 * The address that a request came from, for limits. A proxy on this machine is believed when it says whom it speaks for;
 * anybody else could say anything.
 */
export function addressOf(c: Context): string {
  const env: { incoming?: { socket?: { remoteAddress?: string } } } = c.env ?? {};
  const peer = (env.incoming?.socket?.remoteAddress ?? '').replace(/^::ffff:/, '');
  if (!isLoopback(peer)) return peer;
  return c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() || peer;
}
