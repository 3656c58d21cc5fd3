import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { defaultProxies, type TrustedProxies } from '#server/config/proxies.ts';
import { parseConfig } from '#server/config.ts';
import { addressReader } from '#server/http/requests/address.ts';
import { networkOf } from '#server/services/shared/network-of.ts';

/** The client address that the server derives from a request of `peer`. */
async function read(proxies: TrustedProxies, remoteAddress: string, forwarded?: string): Promise<string> {
  const addressOf = addressReader(proxies);
  const app = new Hono().get('/', (c) => c.text(addressOf(c)));
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  return (await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })).text();
}

const proxiesOf = (TRUSTED_PROXIES: string) => parseConfig({ TRUSTED_PROXIES }).trustedProxies;

describe('an address', () => {
  test.each([
    ['without a proxy', defaultProxies, '192.0.2.1', undefined, '192.0.2.1'],
    ['of a client that isn’t a proxy and claims another', defaultProxies, '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['behind a proxy on this machine', defaultProxies, '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['forged before a proxy', defaultProxies, '127.0.0.1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['that is invalid', defaultProxies, '127.0.0.1', '198.51.100.7, unknown', '127.0.0.1'],
    ['that is a script', defaultProxies, '127.0.0.1', '<script>alert(1)</script>', '127.0.0.1'],
    ['with a port', defaultProxies, '127.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
    ['of IPv6 with a port', defaultProxies, '127.0.0.1', '[2001:DB8::1]:4711', '2001:db8::1'],
    ['behind a balancer', proxiesOf('10.0.0.0/8'), '10.1.2.3', '198.51.100.7', '198.51.100.7'],
    [
      'behind two balancers',
      proxiesOf('10.0.0.0/8, fd00::/8'),
      'fd00::2',
      '203.0.113.9, 198.51.100.7, 10.9.9.9',
      '198.51.100.7',
    ],
    ['behind a balancer that isn’t trusted', proxiesOf('10.0.0.0/8'), '172.16.0.1', '198.51.100.7', '172.16.0.1'],
    ['two hops away', proxiesOf('2'), '172.16.0.1', '203.0.113.9, 198.51.100.7, 172.16.0.2', '198.51.100.7'],
    ['with fewer entries than hops', proxiesOf('3'), '172.16.0.1', '198.51.100.7', '198.51.100.7'],
    ['without trusted proxies', proxiesOf('0'), '127.0.0.1', '198.51.100.7', '127.0.0.1'],
  ])('%s', async (_, proxies, peer, forwarded, expected) => {
    expect(await read(proxies, peer, forwarded)).toBe(expected);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, expected) => {
  expect(networkOf(address)).toBe(expected);
});

test.each(['10.0.0.0/33', 'proxy.example', '10.0.0.0/8,', '-1', '2001:db8::/129'])(
  'TRUSTED_PROXIES=%s is refused',
  (TRUSTED_PROXIES) => {
    expect(() => parseConfig({ TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES: expected networks such as');
  },
);
