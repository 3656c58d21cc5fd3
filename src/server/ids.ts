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

/** A new id such as `off_01J…`. Ids of one millisecond are in no order. */
export function newId<P extends IdPrefix>(prefix: P, now: Date = new Date()): `${P}_${string}` {
  return `${prefix}_${ulid(now.getTime(), randomBytes(16))}`;
}

/**
 * Makes ids of one instant, each of which comes after the one before: an index of rows that are made one after the other then
 * grows at one place, and not all over.
 */
export function idsInOrder<P extends IdPrefix>(prefix: P, now: Date): () => `${P}_${string}` {
  // The first digit starts in its lower half, so that counting up never overflows.
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
