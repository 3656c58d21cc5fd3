import type { Pacing } from '#domain/figures/pacing.ts';
import { formatCount } from '#domain/money/money.ts';
import { lastMomentBefore } from '#domain/time/day-text.ts';
import { Badge, type Tone } from '#ui/text/Badge.tsx';
import { daysApart, exactDay } from '#ui/text/relative-time.ts';
import classes from './PacingCard.module.css';

/** Difference from the expected views that still counts as on pace, in percent. */
const onPacePercent = 5;

/** A campaign's pace in a word or two. */
function pacingStatus({ state, aheadPercent }: Pacing): { label: string; tone: Tone } {
  if (state === 'reached') return { label: 'Target reached', tone: 'green' };
  if (state === 'not-started' || aheadPercent === null) return { label: 'Not started', tone: 'blue' };
  if (Math.abs(aheadPercent) <= onPacePercent) return { label: 'On pace', tone: 'green' };
  const words = `${Math.abs(aheadPercent)}% ${aheadPercent > 0 ? 'ahead' : 'behind'}`;
  if (state === 'over') return { label: words.replace('behind', 'short'), tone: 'amber' };
  return { label: words, tone: aheadPercent > 0 ? 'green' : 'amber' };
}

const inDays = (days: number) => (days === 1 ? '1 day' : `${formatCount(days)} days`);

/** Forecasts when the target is reached, relative to the campaign's end, in days of the viewer's time zone. */
function finishText({ state, finishMs, endMs, viewsPerDay }: Pacing): string {
  const lastDay = lastMomentBefore(new Date(endMs));
  if (state === 'reached') return 'Reached';
  if (state === 'over') return `Ended ${exactDay(lastDay)}`;
  if (viewsPerDay === null) return 'Available after the first full day';
  if (finishMs === null) return 'Not at this pace';
  const finish = new Date(finishMs);
  const late = daysApart(lastDay, finish);
  if (late === 0) return `${exactDay(finish)}, the campaign’s last day`;
  return `${exactDay(finish)}, ${inDays(Math.abs(late))} ${late > 0 ? 'after' : 'before'} the end`;
}

const percentOf = (views: number, target: number) => Math.max(0, Math.min(100, (views * 100) / target));

/** Views compared with a constant pace toward the target, and the forecast at the current pace. */
export function PacingFacts({ pacing }: { pacing: Pacing }) {
  const { views, target, expectedViews, viewsPerDay, viewsAtEnd } = pacing;
  const { label, tone } = pacingStatus(pacing);
  const facts = [
    ['Views so far', `${formatCount(views)} of ${formatCount(target)}`],
    ['Expected by now', formatCount(expectedViews)],
    ['Pace', viewsPerDay === null ? 'Not enough data yet' : `${formatCount(viewsPerDay)} views per day`],
    ['Projected finish', finishText(pacing)],
    ...(viewsAtEnd === null ? [] : [['Projected total', `${formatCount(viewsAtEnd)} views`]]),
  ];
  return (
    <>
      <div className={classes.badge}>
        <Badge label={label} tone={tone} />
      </div>
      <div aria-hidden="true" className={classes.track}>
        <div className={classes.fill} style={{ width: `${percentOf(views, target)}%` }} />
        <div className={classes.expected} style={{ left: `${percentOf(expectedViews, target)}%` }} />
      </div>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
