/** The first of possibly millions of items, with the total count. */
export interface FirstOf<T> {
  readonly listed: readonly T[];
  readonly total: number;
  add(...items: readonly T[]): void;
}

/** @param max number of items kept, which limits memory */
export function firstOf<T>(max: number): FirstOf<T> {
  const listed: T[] = [];
  let total = 0;
  return {
    listed,
    get total() {
      return total;
    },
    add(...items) {
      total += items.length;
      if (listed.length < max) listed.push(...items.slice(0, max - listed.length));
    },
  };
}
