const dayMs = 86_400_000;

/** Formats a date with its age, such as `2026-03-01 (14 days)`. */
export function dayAndAge(instant: string, now: Date): string {
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / dayMs));
  return `${instant.slice(0, 10)} (${days === 1 ? '1 day' : `${days} days`})`;
}
