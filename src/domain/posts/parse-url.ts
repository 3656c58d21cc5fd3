/**
 * Takes an address apart, one without an origin by its base; null for what is none. `URL.parse` and `URL.canParse` are newer than
 * the engines we support.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
