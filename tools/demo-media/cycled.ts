/**
 * Returns an element of a list that repeats endlessly.
 * @throws for an empty list
 */
export function cycled<T>(list: readonly T[], index: number): T {
  const element = list[index % list.length];
  if (element === undefined) throw new Error('Nothing to repeat');
  return element;
}
