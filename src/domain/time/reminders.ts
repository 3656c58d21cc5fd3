const dayMs = 86_400_000;

/**
 * A creator is reminded of an offer at half of its time, and a day before its deadline or its campaign's end, whichever is first.
 */
export const reminders = ['half-time', 'last-day'] as const;
export type Reminder = (typeof reminders)[number];

/**
 * Times at which reminders are due, relative to the start of the wait. If a day before the end is no later than half of the time,
 * there is only the half-time reminder.
 */
export function reminderTimes(days: number): { reminder: Reminder; afterMs: number }[] {
  const half = (days * dayMs) / 2;
  const last = (days - 1) * dayMs;
  return [
    { reminder: 'half-time', afterMs: half },
    ...(last > half ? [{ reminder: 'last-day', afterMs: last } as const] : []),
  ];
}
