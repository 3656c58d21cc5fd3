import { isIP } from 'node:net';

/**
 * Returns the part of an IP address that identifies a subscriber, for limits: a whole IPv4 address, or the first 64
 * bits of an IPv6 address, since subscribers choose the rest.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** Normalizes an IP address: no zone, and IPv4-mapped IPv6 as IPv4. Null for anything else. */
export function plainAddress(text: string): string | null {
  const [address = ''] = text.split('%');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!isMapped) return hostOf(address);
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');
}

/** The URL standard's form: lowercase, no leading zeros, no dotted parts. */
const hostOf = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = hostOf(address).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0');
  return [...(first ?? []), ...zeros, ...(last ?? [])];
}
