const dayMs = 86_400_000;

/** Day of an instant and how long ago it was, such as `2026-03-01 (14 days)`. */
export function dayAndAge(instant: string, now: Date): string {
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / dayMs));
  return `${instant.slice(0, 10)} (${days === 1 ? '1 day' : `${days} days`})`;
}
