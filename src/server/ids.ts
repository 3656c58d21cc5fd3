import { randomBytes } from 'node:crypto';
import { ulid } from '#domain/shared/ulid.ts';

export type IdPrefix =
  | 'brd'
  | 'cmp'
  | 'off'
  | 'ful'
  | 'pay'
  | 'pmt'
  | 'pyo'
  | 'hld'
  | 'han'
  | 'tag'
  | 'soc'
  | 'cre'
  | 'pst'
  | 'ses'
  | 'led'
  | 'adm'
  | 'cod'
  | 'mai'
  | 'psh'
  | 'upl'
  | 'mup';

/** A new ID such as `off_01J…`. IDs created within one millisecond aren't ordered. */
export function newId<P extends IdPrefix>(prefix: P, now: Date = new Date()): `${P}_${string}` {
  return `${prefix}_${ulid(now.getTime(), randomBytes(16))}`;
}

/**
 * Returns a function that creates ascending IDs for one instant, so that rows created together are adjacent in the
 * index.
 */
export function idsInOrder<P extends IdPrefix>(prefix: P, now: Date): () => `${P}_${string}` {
  // The first digit starts in its lower half, so that incrementing never overflows.
  const digits = randomBytes(16).map((byte, place) => byte % (place === 0 ? 16 : 32));
  return () => {
    for (let place = digits.length - 1; place >= 0; place -= 1) {
      const digit = ((digits[place] ?? 0) + 1) % 32;
      digits[place] = digit;
      if (digit !== 0) break;
    }
    return `${prefix}_${ulid(now.getTime(), digits)}`;
  };
}
