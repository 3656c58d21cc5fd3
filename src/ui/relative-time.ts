const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

function spanOf(ms: number): string {
  if (ms < hourMs) return `${Math.max(1, Math.floor(ms / minuteMs))} min`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h`;
  const days = Math.floor(ms / dayMs);
  if (days < 31) return counted(days, 'day');
  if (days < 365) return counted(Math.floor(days / 30.44), 'month');
  return counted(Math.floor(days / 365), 'year');
}

/** "just now", "3 min ago", "5 h ago", "2 days ago"; "in 3 min" for what is to come. */
export function relativeTime(at: Date, now: Date): string {
  const passedMs = now.getTime() - at.getTime();
  if (Math.abs(passedMs) < minuteMs) return 'just now';
  return passedMs > 0 ? `${spanOf(passedMs)} ago` : `in ${spanOf(-passedMs)}`;
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** Day and minute in the viewer's zone: "Nov 21, 2026, 4:22 AM". */
export const exactTime = (at: Date): string => exact.format(at);

/** Day in the viewer's zone: "Nov 21, 2026". */
export const exactDay = (at: Date): string => day.format(at);
