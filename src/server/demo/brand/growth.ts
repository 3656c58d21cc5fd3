import { addDays, type Day, dayOf } from '#domain/time/period.ts';
import { between, chance, type Random } from '../random.ts';
import { dayMs } from './times.ts';

/** Number of days for which a post's figures are tracked. */
export const watchedDays = 90;

/** Relative views by day of the week, from Sunday. */
const weekday = [1.14, 0.94, 0.91, 0.95, 0.99, 1.02, 1.05];

export interface GrowthDay {
  day: Day;
  /** Share of the post's final views reached by the end of this day. */
  share: number;
}

/**
 * Growth of a post's views, day by day from its first: fast at first, then a long tail with a weekly pattern, and
 * sometimes a second wave. The share increases every day; today's includes only the hours so far.
 */
export function growthOf(random: Random, postedAt: Date, now: Date): GrowthDay[] {
  const first = dayOf(postedAt);
  const isPicked = chance(random, 0.07);
  const wave = {
    at: between(random, 6, 40),
    size: isPicked ? between(random, 0.8, 2.2) : 0,
    width: between(random, 1.5, 3),
  };
  const half = between(random, 1.5, 5);
  const fall = between(random, 1.35, 2);
  const gains = Array.from({ length: watchedDays }, (_, age) => {
    const day = addDays(first, age);
    const base = 1 / (1 + (age / half) ** fall) + wave.size * Math.exp(-(((age - wave.at) / wave.width) ** 2));
    const noise = between(random, 0.82, 1.18);
    return { day, gain: base * noise * (weekday[new Date(day).getUTCDay()] ?? 1) * partOfDay(age, postedAt) };
  });
  const total = gains.reduce((sum, { gain }) => sum + gain, 0);
  const today = dayOf(now);
  const elapsed = (now.getTime() - Date.parse(today)) / dayMs;
  const days: GrowthDay[] = [];
  let reached = 0;
  for (const { day, gain } of gains) {
    if (day > today) break;
    const sinceFirst = day === first ? Math.max(0.02, (now.getTime() - postedAt.getTime()) / dayMs) : elapsed;
    reached += (day === today ? gain * Math.min(1, sinceFirst) : gain) / total;
    days.push({ day, share: reached });
  }
  return days;
}

/** Share of a full day's views: a post's first day is shorter, but followers see the post first. */
function partOfDay(age: number, postedAt: Date): number {
  if (age > 0) return 1;
  const left = 1 - (postedAt.getTime() % dayMs) / dayMs;
  return Math.max(0.25, left);
}
