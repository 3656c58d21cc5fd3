import { BlockList, isIP } from 'node:net';
import { entriesOf } from '#domain/shared/keys.ts';
import { plainAddress } from '../network-of.ts';

/** Networks outside the public internet (https://www.iana.org/assignments/iana-ipv4-special-registry/, and IPv6's). */
const special = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
    ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ],
  // Ranges that embed an IPv4 address are blocked entirely, since a gateway would forward to that address.
  ipv6: [
    ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
    ...['3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  ],
} as const;

const closed = new BlockList();
for (const [family, networks] of entriesOf(special)) {
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    closed.addSubnet(address, Number(bits), family);
  }
}

/** True for an address on the public internet, as opposed to loopback, private and reserved ones. */
export function isPublicAddress(text: string): boolean {
  const address = plainAddress(text);
  if (address === null) return false;
  return !closed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
