import { formatCount } from '#domain/money/money.ts';
import { dayText } from '#domain/time/day-text.ts';
import type { Day } from '#domain/time/period.ts';
import classes from './Activity.module.css';

const [width, height, margin] = [72, 24, 2];

function pathOf(counts: readonly number[]): string {
  const highest = Math.max(1, ...counts);
  const lowest = Math.min(0, ...counts);
  return counts
    .map((count, index) => {
      const x = margin + (index * (width - 2 * margin)) / (counts.length - 1);
      const y = margin + ((highest - count) * (height - 2 * margin)) / (highest - lowest);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

interface Props {
  /** Views gained on each of the last few days, oldest first. Some servers don't send them. */
  counts: readonly number[] | undefined;
  /** Day of the last snapshot. */
  until: Day;
}

/** A post's views over the last few days as a sparkline, with equivalent text for screen readers. */
export function Sparkline({ counts, until }: Props) {
  if (counts === undefined || counts.length < 2) return null;
  const max = Math.max(...counts);
  const label = `Daily views over ${counts.length} days: up to ${formatCount(max)}, and ${formatCount(counts.at(-1) ?? 0)} on the last day, ${dayText(until)}`;
  return (
    <svg className={classes.sparkline} height={height} role="img" width={width}>
      <title>{label}</title>
      <path d={pathOf(counts)} />
    </svg>
  );
}
