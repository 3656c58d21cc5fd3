import type { Pacing } from '#domain/figures/pacing.ts';
import { formatCount } from '#domain/money/money.ts';
import { Badge } from '#ui/text/Badge.tsx';
import classes from './PacingCard.module.css';
import { finishText, pacingStatus } from './pacing-words.ts';

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
