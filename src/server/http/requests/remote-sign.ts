import type { Context } from 'hono';
import { isLoopback } from '#server/config/host.ts';
import type { Caller } from '#server/services/accounts/sessions/sessions.ts';

/**
 * Evidence that a request came from another machine, even through a proxy on this one; null if there is none. If a proxy
 * forwards neither address nor host and the client sends no `Origin`, the request looks local.
 * @param address the request's address, as far as proxies are trusted
 */
export function remoteSignOf(c: Context, address: string): Caller['remoteSign'] {
  if (!isLoopback(address)) return 'address';
  const hosts = [new URL(c.req.url).host, c.req.header('Host') ?? null, ...forwardedHosts(c)];
  if (hosts.some((host) => host !== null && !isLoopbackHost(`http://${host}`))) return 'host';
  const origin = c.req.header('Origin') ?? 'null';
  return origin === 'null' || isLoopbackHost(origin) ? null : 'origin';
}

const forwardedHosts = (c: Context) =>
  (c.req.header('X-Forwarded-Host') ?? '')
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');

function isLoopbackHost(url: string): boolean {
  try {
    return isLoopback(new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'));
  } catch {
    return false;
  }
}
