import { expect, it } from 'vitest';
import { storeAhead } from '#sw/shell/store-ahead.ts';

const addresses = Array.from({ length: 20 }, (_, index) => `/assets/${index}.js`);

function aCache(stored: readonly string[] = [], put?: (address: string) => Promise<void>) {
  const files = new Map(stored.map((address) => [address, 'stored before']));
  return {
    files,
    async match(address: RequestInfo | URL) {
      const text = files.get(String(address));
      return text === undefined ? undefined : new Response(text);
    },
    async put(address: RequestInfo | URL, answer: Response) {
      await put?.(String(address));
      files.set(String(address), await answer.text());
    },
  };
}

it('every file is cached once, six at a time', async () => {
  const asked: string[] = [];
  const open = new Set<string>();
  let max = 0;
  const cache = aCache([], async (address) => {
    await Promise.resolve();
    open.delete(address);
  });
  await storeAhead(addresses, {
    cache,
    async fetch(address) {
      asked.push(address);
      open.add(address);
      max = Math.max(max, open.size);
      return new Response(`of ${address}`);
    },
  });
  expect(asked).toEqual(addresses);
  expect([...cache.files].toSorted()).toEqual(addresses.map((address) => [address, `of ${address}`]).toSorted());
  expect(max).toBe(6);
});

it('cached files aren’t fetched', async () => {
  const asked: string[] = [];
  const cache = aCache(addresses.slice(0, 15));
  await storeAhead(addresses, {
    cache,
    async fetch(address) {
      asked.push(address);
      return new Response('new');
    },
  });
  expect(asked).toEqual(addresses.slice(15));
  expect(cache.files.get('/assets/0.js')).toBe('stored before');
});

it('caching continues after a file that fails, is refused, is redirected or doesn’t fit', async () => {
  const redirected = Object.defineProperty(new Response('login'), 'redirected', { value: true });
  const cache = aCache([], async (address) => {
    if (address === '/assets/3.js') throw new DOMException('No room', 'QuotaExceededError');
  });
  await storeAhead(addresses, {
    cache,
    async fetch(address) {
      if (address === '/assets/0.js') throw new TypeError('Failed to fetch');
      if (address === '/assets/1.js') return new Response('gone', { status: 404 });
      if (address === '/assets/2.js') return redirected;
      return new Response('a file');
    },
  });
  expect([...cache.files.keys()].toSorted()).toEqual(addresses.slice(4).toSorted());
});
