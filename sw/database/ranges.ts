/** All keys that start with these parts. An array sorts behind every string and number, so it ends the range. */
export const startingWith = (...parts: (string | number)[]): IDBKeyRange =>
  IDBKeyRange.bound(parts, [...parts, []], false, true);

/** All keys that start with less than this, and all that start with more. */
export const startingWithOthers = (part: string): IDBKeyRange[] => [
  IDBKeyRange.upperBound([part], true),
  IDBKeyRange.lowerBound([part, []]),
];
