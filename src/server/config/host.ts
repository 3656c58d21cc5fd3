export const defaultHost = '127.0.0.1';

/** True if only this machine can reach an address. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

interface Addresses {
  HOST?: string | undefined;
  PUBLIC_URL?: string | undefined;
}

/**
 * True if other machines can reach the server: through the address it listens on, or through a proxy at its public URL.
 * Demo features then default to off.
 */
export const isReachableByOthers = ({ HOST = defaultHost, PUBLIC_URL }: Addresses): boolean =>
  !isLoopback(HOST) || (PUBLIC_URL !== undefined && !isLoopback(hostOf(PUBLIC_URL)));

const hostOf = (url: string) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
