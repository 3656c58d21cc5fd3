import type { Context } from 'hono';
import { networkList, type TrustedProxies } from '#server/config/proxies.ts';
import { plainAddress } from '#server/services/shared/network-of.ts';

/** Returns a request's client address; empty if the connection has none. */
export type AddressOf = (c: Context) => string;

/**
 * Returns a function that reads clients' addresses. It parses `X-Forwarded-For` from its end, where the nearest proxy
 * appends, and only as far as proxies are trusted: a client can forge the earlier entries. It stops at an entry that
 * isn't an address.
 */
export function addressReader(proxies: TrustedProxies): AddressOf {
  const isTrusted = 'networks' in proxies ? networkList(proxies.networks) : null;
  const hops = 'hops' in proxies ? proxies.hops : Number.POSITIVE_INFINITY;
  return (c) => {
    const env: { incoming?: { socket?: { remoteAddress?: string } } } = c.env ?? {};
    let address = plainAddress(env.incoming?.socket?.remoteAddress ?? '') ?? '';
    const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').reverse();
    for (const [hop, entry] of forwarded.entries()) {
      if (hop >= hops || isTrusted?.(address) === false) break;
      const before = plainAddress(withoutPort(entry.trim()));
      if (before === null) break;
      address = before;
    }
    return address;
  };
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (entry: string) => entry.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
