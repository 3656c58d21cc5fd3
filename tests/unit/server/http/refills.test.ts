import { expect, test } from 'vitest';
import { ApiError } from '#server/errors/api-error.ts';
import { writeCursor } from '#server/services/feed/feed-cursor.ts';
import { createRefills } from '#server/services/feed/refills.ts';

const old = writeCursor({ epoch: 'before', revision: 9, kind: 0, id: 'x', begunAt: 3 });
const halfway = writeCursor({ epoch: 'now', revision: 2, kind: 0, id: 'x', begunAt: 9 });
const expired = async () => {
  throw new ApiError('cursor_expired', 'This cursor has expired.');
};

function feed() {
  let now = 0;
  const refills = createRefills({ monotonicNow: () => now, random: () => 0.5 });
  const outcome = (brand: string, cursor: string | undefined, read: () => Promise<unknown>) =>
    refills.page(brand, cursor, read).then(
      () => 'read',
      (error: ApiError) => `${error.code} ${error.extras.headers?.['Retry-After'] ?? ''}`.trim(),
    );
  return {
    askExpired: (brand: string) => outcome(brand, old, expired),
    read: (brand: string, cursor?: string, work: () => Promise<unknown> = async () => {}) =>
      outcome(brand, cursor, work),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const brands = Array.from({ length: 30 }, (_, i) => `brd_${i}`);
const refused = 'too_many_requests 33';

test('eight brands refill at once, and the others have to wait', async () => {
  const { askExpired } = feed();
  const outcomes = await Promise.all(brands.map(askExpired));
  expect(outcomes.filter((each) => each === 'cursor_expired')).toHaveLength(8);
  expect(outcomes.filter((each) => each === refused)).toHaveLength(22);
});

test('others start once pages have been read, and wait while pages are being read', async () => {
  const { askExpired, read } = feed();
  for (const brand of brands.slice(0, 8)) await askExpired(brand);
  const ends: (() => void)[] = [];
  const reading = brands
    .slice(0, 8)
    .map((brand, i) => read(brand, i % 2 ? halfway : undefined, () => new Promise<void>((end) => ends.push(end))));
  expect(await askExpired('brd_9')).toBe(refused);
  for (const end of ends) end();
  await Promise.all(reading);
  // Four have requested their first page; the other four haven't yet.
  const next = await Promise.all(brands.slice(10, 16).map(askExpired));
  expect(next.filter((each) => each === 'cursor_expired')).toHaveLength(4);
});

test('a device that may start but never returns holds its slot for two seconds', async () => {
  const { askExpired, pass } = feed();
  for (const brand of brands.slice(0, 8)) await askExpired(brand);
  pass(1_999);
  expect(await askExpired('brd_9')).toBe(refused);
  pass(1);
  expect(await askExpired('brd_9')).toBe('cursor_expired');
});

test('a brand uses one slot for any number of requests, and only brands with an expired cursor wait', async () => {
  const { askExpired, read, pass } = feed();
  const ends: (() => void)[] = [];
  const reading = brands.map(() => read('brd_0', undefined, () => new Promise<void>((end) => ends.push(end))));
  for (let i = 0; i < 30; i++) expect(await askExpired('brd_0')).toBe('cursor_expired');
  expect(await Promise.all(brands.slice(1, 8).map(askExpired))).toEqual(Array(7).fill('cursor_expired'));
  expect(await askExpired('brd_9')).toBe(refused);
  expect(await read('brd_new')).toBe('read');
  expect(await read('brd_9', halfway)).toBe('read');
  expect(await read('brd_9', writeCursor({ epoch: 'now', revision: 9, kind: 0, id: 'x', begunAt: 9 }))).toBe('read');
  for (const end of ends) end();
  await Promise.all(reading);
  // Asking again doesn't extend the time of a slot.
  pass(1_500);
  await askExpired('brd_1');
  pass(500);
  expect(await Promise.all(brands.slice(10, 18).map(askExpired))).toEqual(Array(8).fill('cursor_expired'));
});
