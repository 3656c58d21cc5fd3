const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A ULID: ten characters of timestamp, sixteen of randomness (https://github.com/ulid/spec).
 * @param random sixteen bytes; five bits of each are used
 */
export function ulid(nowMs: number, random: Uint8Array): string {
  let time = '';
  for (let rest = Math.floor(nowMs), place = 0; place < 10; place += 1) {
    time = alphabet.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return time + Array.from(random.subarray(0, 16), (byte) => alphabet.charAt(byte % 32)).join('');
}
