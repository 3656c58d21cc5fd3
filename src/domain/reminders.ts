const dayMs = 86_400_000;

/** A creator is reminded of what an offer waits for at half of its time, and a day before its end. */
export const reminders = ['half-time', 'last-day'] as const;
export type Reminder = (typeof reminders)[number];

/**
 * Times at which reminders are due, after an offer began to wait. Where a day before the end comes no later than half of the time,
 * half of the time is the only one.
 */
export function reminderTimes(days: number): { reminder: Reminder; afterMs: number }[] {
  const half = (days * dayMs) / 2;
  const last = (days - 1) * dayMs;
  return [
    { reminder: 'half-time', afterMs: half },
    ...(last > half ? [{ reminder: 'last-day', afterMs: last } as const] : []),
  ];
}

/** The reminder that is due for an offer that has waited for so long; the later one where both are, none once its time is over. */
export function dueReminder(days: number, waitedMs: number): Reminder | null {
  if (waitedMs >= days * dayMs) return null;
  return reminderTimes(days).findLast(({ afterMs }) => waitedMs >= afterMs)?.reminder ?? null;
}
