import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export type IdPrefix = 'brd' | 'cmp' | 'off' | 'ful' | 'pay' | 'tag' | 'soc' | 'pst' | 'ses' | 'led';

/** A ULID: 48 bits of milliseconds, 80 random ones. Ids of one millisecond are in no order. */
function ulid(nowMs: number, random: Uint8Array): string {
  let time = '';
  for (let rest = nowMs, i = 0; i < 10; i += 1) {
    time = alphabet.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let bits = 0n;
  for (const byte of random) bits = (bits << 8n) | BigInt(byte);
  let tail = '';
  for (let i = 0; i < 16; i += 1) {
    tail = alphabet.charAt(Number(bits & 31n)) + tail;
    bits >>= 5n;
  }
  return time + tail;
}

/** A new id such as `off_01J…`. */
export function newId<P extends IdPrefix>(prefix: P, now: Date = new Date()): `${P}_${string}` {
  return `${prefix}_${ulid(now.getTime(), randomBytes(10))}`;
}
