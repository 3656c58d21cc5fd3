import { randomBytes } from 'node:crypto';
import { ulid } from '../domain/ulid.ts';

export type IdPrefix =
  | 'brd'
  | 'cmp'
  | 'off'
  | 'ful'
  | 'pay'
  | 'pmt'
  | 'tag'
  | 'soc'
  | 'pst'
  | 'ses'
  | 'led'
  | 'adm'
  | 'cod'
  | 'mai';

/** A new id such as `off_01J…`. Ids of one millisecond are in no order. */
export function newId<P extends IdPrefix>(prefix: P, now: Date = new Date()): `${P}_${string}` {
  return `${prefix}_${ulid(now.getTime(), randomBytes(16))}`;
}
