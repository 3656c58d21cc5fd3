const dayMs = 86_400_000;

/**
 * A creator is reminded of what an offer waits for at half of its time, and a day before its end, or its campaign's if that comes
 * first.
 */
export const reminders = ['half-time', 'last-day'] as const;
export type Reminder = (typeof reminders)[number];

/**
 * Times at which reminders are due, after an offer began to wait. Where a day before the end comes no later than half of the
 * time, half of the time is the only one.
 */
export function reminderTimes(days: number): { reminder: Reminder; afterMs: number }[] {
  const half = (days * dayMs) / 2;
  const last = (days - 1) * dayMs;
  return [
    { reminder: 'half-time', afterMs: half },
    ...(last > half ? [{ reminder: 'last-day', afterMs: last } as const] : []),
  ];
}
