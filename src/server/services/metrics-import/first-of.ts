/** As many of each kind as are listed: beyond what anybody looks through, and no burden on memory. */
export const mostListed = 10_000;

/** The first of what can be millions, and how many there were in all. */
export interface FirstOf<T> {
  readonly listed: readonly T[];
  readonly total: number;
  add(...items: readonly T[]): void;
}

export function firstOf<T>(most = mostListed): FirstOf<T> {
  const listed: T[] = [];
  let total = 0;
  return {
    listed,
    get total() {
      return total;
    },
    add(...items) {
      total += items.length;
      if (listed.length < most) listed.push(...items.slice(0, most - listed.length));
    },
  };
}
