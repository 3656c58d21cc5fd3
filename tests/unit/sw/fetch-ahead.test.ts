import { expect, it } from 'vitest';
import { fetchAhead } from '#sw/shell/fetch-ahead.ts';

const addresses = Array.from({ length: 20 }, (_, index) => `/assets/${index}.js`);

it('fetches every file once and to its end, six at a time', async () => {
  const asked: string[] = [];
  const read: string[] = [];
  const open = new Set<string>();
  let most = 0;
  await fetchAhead(addresses, async (address) => {
    asked.push(address);
    open.add(address);
    most = Math.max(most, open.size);
    return {
      async arrayBuffer() {
        await Promise.resolve();
        open.delete(address);
        read.push(address);
        return new ArrayBuffer(0);
      },
    };
  });
  expect(asked).toEqual(addresses);
  expect(read.toSorted()).toEqual(addresses.toSorted());
  expect(most).toBe(6);
});

it('goes on after a failure', async () => {
  const asked: string[] = [];
  await fetchAhead(addresses, async (address) => {
    asked.push(address);
    throw new TypeError('Failed to fetch');
  });
  expect(asked).toEqual(addresses);
});
