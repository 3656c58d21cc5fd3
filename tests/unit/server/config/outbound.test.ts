import type { LookupAddress, lookup } from 'node:dns';
import { expect, test } from 'vitest';
import { type PostLink, postLink } from '#domain/posts/post-link.ts';
import { postLookups } from '#server/services/posts/lookups/look-up.ts';
import { reachOf } from '#server/services/push/push-services.ts';
import { vapidKey, vapidSubject } from '#server/services/push/vapid.ts';
import { callOutbound, ForbiddenAddressError, type OutboundCall } from '#server/services/shared/outbound/call.ts';
import { isPublicAddress } from '#server/services/shared/outbound/public-address.ts';
import { startPushService } from '#tests/support/services/push-service.ts';

test.each([
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1'],
  ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a00:1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
  ...['', 'localhost', '127.1', '0x7f000001'],
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '142.250.74.106',
  '172.32.0.1',
  '100.128.0.1',
  '17.253.144.10',
  '2a00:1450:4001:82a::200a',
  '::ffff:8.8.8.8',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

/** A resolver that returns these addresses for every name. */
const resolving = (...addresses: string[]) =>
  ((_: string, __: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup;

const post = { method: 'POST', headers: {}, timeoutMs: 5000, maxBytes: 16_384 } as const;
const postOutbound = (given: Pick<OutboundCall, 'url' | 'mustBePublic'> & Partial<OutboundCall>) =>
  callOutbound({ ...post, ...given });

test.each([
  ['this machine', ['127.0.0.1']],
  ['this machine, in IPv6', ['::1']],
  ['a cloud’s metadata service', ['169.254.169.254']],
  ['the internet and this machine', ['142.250.74.106', '127.0.0.1']],
])('a name that resolves to %s is not called', async (_, addresses) => {
  const service = await startPushService();
  const url = new URL(service.origin.replace('127.0.0.1', 'push.example'));
  await expect(postOutbound({ url, mustBePublic: true, lookup: resolving(...addresses) })).rejects.toThrow(
    ForbiddenAddressError,
  );
  expect(service.received).toEqual([]);
  await service.close();
});

test.each([
  ['a short link', 'https://vm.tiktok.com/ZMabcdef/'],
  ['a post', 'https://www.youtube.com/shorts/abcdefghijk'],
])('a platform whose name resolves to this machine isn’t called about %s, which stays unchanged', async (_, link) => {
  const refusals: unknown[] = [];
  const lookUpPost = postLookups(async (call) => {
    try {
      return await callOutbound({ ...call, lookup: resolving('127.0.0.1') });
    } catch (error) {
      refusals.push(error);
      throw error;
    }
  });
  const post = postLink(link) as PostLink;
  expect(await lookUpPost(post)).toEqual({ post, author: null, problem: null });
  expect(refusals).toEqual([expect.any(ForbiddenAddressError)]);
});

test('a DNS lookup that never returns doesn’t hang a link’s lookup', async () => {
  const neverSays = (() => {}) as unknown as typeof lookup;
  const lookUpPost = postLookups((call) => callOutbound({ ...call, lookup: neverSays }), 100);
  const post = postLink('https://vm.tiktok.com/ZMabcdef/') as PostLink;
  expect(await lookUpPost(post)).toEqual({ post, author: null, problem: null });
});

test('a literal private address isn’t called unless the operator configured it', async () => {
  const service = await startPushService();
  const url = new URL(service.origin);
  await expect(postOutbound({ url, mustBePublic: true })).rejects.toThrow(ForbiddenAddressError);
  expect(await postOutbound({ url, mustBePublic: false })).toMatchObject({ status: 201, retryAfter: null });
  await service.close();
});

test('a silent server is abandoned after the timeout', async () => {
  const service = await startPushService();
  service.reply('hang');
  const url = new URL(service.origin);
  await expect(postOutbound({ url, mustBePublic: false, timeoutMs: 100 })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await service.close();
});

test.each([
  ['a body at the limit', 'x'.repeat(64), 64, 'x'.repeat(64)],
  ['a body over the limit', 'x'.repeat(65), 64, null],
  ['an unwanted body', 'x', 0, null],
])(
  'reading %s stops at the limit, and a redirect is returned instead of followed',
  async (_, text, maxBytes, expected) => {
    const service = await startPushService();
    service.reply({ status: 302, headers: { Location: '/other' }, body: text });
    const url = new URL(service.origin);
    const { body, ...answer } = await postOutbound({ method: 'GET', url, mustBePublic: false, maxBytes });
    expect(answer).toEqual({ status: 302, retryAfter: null, location: '/other' });
    expect(body?.toString() ?? null).toBe(expected);
    expect(service.received).toHaveLength(1);
    await service.close();
  },
);

test.each([
  ['https://fcm.googleapis.com/fcm/send/a:b', 'public'],
  ['https://web.push.apple.com/QABC', 'public'],
  ['https://updates.push.services.mozilla.com/wpush/v2/a', 'public'],
  ['https://db5p.notify.windows.com/w/?token=a', 'public'],
  ['http://127.0.0.1:4000/a', 'named'],
  ['http://127.0.0.1:4001/a', null],
  ['https://notify.windows.com/a', null],
  ['https://a.notify.windows.com.example/a', null],
  ['https://fcm.googleapis.com./a', null],
  ['no address', null],
])('the reach of %s is %s', (endpoint, reach) => {
  expect(reachOf(endpoint, ['http://127.0.0.1:4000'])).toBe(reach);
});

test('only servers with the same secret share a key, and a configured key is used', () => {
  const key = vapidKey('one secret', null);
  expect(vapidKey('one secret', null)).toEqual(key);
  expect(vapidKey('another secret', null).publicKey).not.toBe(key.publicKey);
  expect(vapidKey('another secret', key.privateKey)).toEqual(key);
  expect(Buffer.from(key.publicKey, 'base64url')).toHaveLength(65);
});

test('push services get the server’s address or email address as contact', () => {
  expect(vapidSubject('https://afield.example')).toBe('https://afield.example');
  expect(vapidSubject('http://127.0.0.1:3000')).toBe('mailto:no-reply@127.0.0.1');
});
