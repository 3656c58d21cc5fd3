import type { QuietTime } from '#contract/account/push.ts';

const minuteMs = 60_000;
const dayMinutes = 1440;
/** Step of the search. Time zones change their offset only on a quarter hour, so it is constant within a step. */
const stepMinutes = 15;

const isQuiet = ({ fromMinute, toMinute }: QuietTime, minute: number) =>
  fromMinute < toMinute ? fromMinute <= minute && minute < toMinute : fromMinute <= minute || minute < toMinute;

/**
 * End of the quiet time in effect at an instant; null if none is in effect. If a clock change intervenes, the quiet time ends at
 * the first instant at which the zone's clock is outside the quiet time. A zone unknown here, such as one from a newer browser,
 * is never quiet.
 */
export function quietEnd(quiet: QuietTime, now: Date): Date | null {
  const clock = clockOf(quiet.zone);
  if (clock === null) return null;
  const start = Math.floor(now.getTime() / minuteMs);
  for (let block = start - (start % stepMinutes); ; block += stepMinutes) {
    const shown = minuteShown(clock, block);
    for (let minute = Math.max(block, start); minute < block + stepMinutes; minute += 1) {
      if (isQuiet(quiet, (shown + minute - block) % dayMinutes)) continue;
      return minute === start ? null : new Date(minute * minuteMs);
    }
  }
}

function clockOf(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' });
  } catch {
    return null;
  }
}

/** The minute of the day that a clock shows. */
function minuteShown(clock: Intl.DateTimeFormat, minute: number): number {
  const parts = clock.formatToParts(minute * minuteMs);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return of('hour') * 60 + of('minute');
}
