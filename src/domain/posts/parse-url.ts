/**
 * Parses a URL, relative to `base` if it has no origin; null if invalid. `URL.parse` and `URL.canParse` are newer than the
 * browsers we support.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
