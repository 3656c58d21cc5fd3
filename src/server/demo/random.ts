import { ulid } from '#domain/shared/ulid.ts';
import type { IdPrefix } from '../ids.ts';

/** Returns the next number of a sequence in [0, 1). */
export type Random = () => number;

/** A sequence that is the same for the same name on every machine (mulberry32, seeded by an FNV-1a hash). */
export function randomFor(name: string): Random {
  let state = 0x811c9dc5;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const between = (random: Random, low: number, high: number) => low + random() * (high - low);
/** A whole number between both bounds, inclusive. */
export const wholeBetween = (random: Random, low: number, high: number) => Math.floor(between(random, low, high + 1));
export const chance = (random: Random, probability: number) => random() < probability;

/**
 * The entry at a number, wrapping around at the list's end.
 * @throws for an empty list
 */
export function cyclicEntry<T extends {}>(list: readonly T[], number: number): T {
  const entry = list[number % list.length];
  if (entry === undefined) throw new Error('Nothing to pick from');
  return entry;
}

/** @throws for an empty list */
export const pick = <T extends {}>(random: Random, list: readonly T[]): T =>
  cyclicEntry(list, Math.floor(random() * list.length));

export function shuffle<T extends {}>(random: Random, list: readonly T[]): T[] {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i -= 1) {
    const j = wholeBetween(random, 0, i);
    [mixed[i], mixed[j]] = [cyclicEntry(mixed, j), cyclicEntry(mixed, i)];
  }
  return mixed;
}

/** A log-normal number around 1: always positive and occasionally large, like audiences and view counts. */
export function logNormal(random: Random, sigma: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.exp(sigma * normal);
}

/** An ID in the format of `newId`, with its random part from the sequence. */
export function idFrom<P extends IdPrefix>(random: Random, prefix: P, at: Date): `${P}_${string}` {
  return `${prefix}_${ulid(
    at.getTime(),
    Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)),
  )}`;
}
