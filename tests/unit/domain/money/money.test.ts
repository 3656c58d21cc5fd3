import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCompact, formatCount, formatUsd } from '#domain/money/money.ts';

// The functions format by hand for speed; they must agree with the browser's own formatter.
const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const exact = new Intl.NumberFormat('en-US');
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** Counts of every length, and those around which rounding moves to the next unit. */
const counts = fc.oneof(
  fc.nat(1_200),
  fc.nat(2_000_000),
  fc.nat(Number.MAX_SAFE_INTEGER).map((n) => n % 1e15),
  fc.constantFrom(
    0,
    999,
    1_000,
    1_005,
    9_995,
    9_999,
    99_949,
    99_950,
    999_499,
    999_500,
    999_999,
    1e6,
    999_500_000,
    1e12,
  ),
);

test('money is formatted as the browser does it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
      expect(formatUsd(cents)).toBe(usd.format(cents / 100));
    }),
  );
});

test('counts are formatted as the browser does it', () => {
  fc.assert(
    fc.property(counts, (count) => {
      expect(formatCount(count)).toBe(exact.format(count));
      expect(formatCompact(count)).toBe(compact.format(count).replace('K', 'k'));
    }),
    { numRuns: 1_000 },
  );
});
