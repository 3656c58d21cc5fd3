import { BlockList, isIP } from 'node:net';
import * as v from 'valibot';

/** Proxies whose forwarding headers are trusted: by network, or by the number of proxies in front of this server. */
export type TrustedProxies = { networks: readonly string[] } | { hops: number };

/** Trusts proxies on this machine. */
export const defaultProxies: TrustedProxies = { networks: ['127.0.0.0/8', '::1'] };

/** Parses `10.0.0.0/8, 2001:db8::/32`, or the number of proxies in front of the server. */
export const trustedProxiesValue = v.pipe(
  v.string(),
  v.transform(
    (text): TrustedProxies =>
      /^\d{1,2}$/.test(text) ? { hops: Number(text) } : { networks: text.split(',').map((part) => part.trim()) },
  ),
  v.check((proxies) => 'hops' in proxies || proxies.networks.every(isNetwork)),
);

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const max = { 4: 32, 6: 128 }[isIP(address)];
  if (max === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= max);
}

/** Returns a predicate for addresses in these networks. */
export function networkList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
