/** Longer than any server that is merely busy asks for. */
const longestWaitMs = 600_000;

/** Wait that a `Retry-After` of seconds or a date asks for, ms; null without one. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (text === '') return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), longestWaitMs);
}
