/** Maximum wait, ms. A server that is merely busy asks for less. */
const maxWaitMs = 600_000;

/** The wait requested by a `Retry-After` in seconds or as a date, ms; null if there is none. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (text === '') return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxWaitMs);
}
