import { dueOf } from '#domain/review/review-due.ts';
import { dayText } from '#domain/time/day-text.ts';
import { dayOf } from '#domain/time/period.ts';

/** Returns " · due Mar 18, 2026, 12:00 UTC, then we may decide for you"; empty if no deadline is set. */
export function dueText(enteredAt: Date, terms: Parameters<typeof dueOf>[1]): string {
  const due = dueOf(enteredAt, terms);
  if (due === null) return '';
  const at = due.dueAt.toISOString();
  const then = due.afterDue === 'team-decides' ? ', then we may decide for you' : '';
  return ` · due ${dayText(dayOf(at))}, ${at.slice(11, 16)} UTC${then}`;
}
