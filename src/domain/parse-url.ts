/** Takes an address apart; null for what is none. `URL.parse` and `URL.canParse` are newer than the engines we support. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
