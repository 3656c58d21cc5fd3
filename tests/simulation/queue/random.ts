/** Pseudorandom numbers from a seed (mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c). */
export interface Random {
  /** An integer from 0 to below `end`. */
  below(end: number): number;
  chance(share: number): boolean;
  pick<const T>(items: readonly [T, ...T[]]): T;
  /** One of the names, with a probability by its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    chance: (share) => next() < share,
    pick: (items) => items[below(items.length)] ?? items[0],
    weighted(weights) {
      const names = Object.keys(weights) as (keyof typeof weights)[];
      let rest = next() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        rest -= weights[name];
        if (rest < 0) return name;
      }
      throw new Error('No weights');
    },
  };
}
