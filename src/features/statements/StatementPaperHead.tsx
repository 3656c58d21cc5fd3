import type { Brand } from '#contract/brand/brand.ts';
import { periodText } from '#domain/time/day-text.ts';
import type { Period } from '#domain/time/period.ts';
import { BilledTo } from './BilledTo.tsx';
import classes from './Statement.module.css';

interface Props {
  brand: Brand;
  period: Period;
}

/** Header of a printed statement: its owner and period. On the screen, the title and the menu show these. */
export function StatementPaperHead({ brand, period }: Props) {
  return (
    <div className={classes.paperHead}>
      <p className={classes.paperTitle}>Account statement</p>
      <p>{periodText(period)} (UTC), in US dollars</p>
      <div className={classes.company}>
        <BilledTo brand={brand} />
      </div>
    </div>
  );
}
