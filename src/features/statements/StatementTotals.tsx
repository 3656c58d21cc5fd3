import type { StatementTotals as Totals } from '#contract/brand/statement.ts';
import { Fact, Facts } from '#ui/text/Facts.tsx';
import classes from './Statement.module.css';
import { signedUsd } from './signed-usd.ts';

const labels: Readonly<Record<keyof Totals, string>> = {
  addedCents: 'Funds added',
  fundedCents: 'Campaign budgets funded or held',
  returnedCents: 'Budgets returned',
  reversedCents: 'Refunds and disputes',
  correctedCents: 'Corrections',
};

const order = ['addedCents', 'fundedCents', 'returnedCents', 'reversedCents', 'correctedCents'] as const;

/** A month's totals by kind, which add up to the change of the balance. */
export function StatementTotals({ totals }: { totals: Totals }) {
  return (
    <section aria-labelledby="statement-totals">
      <h2 className={classes.subtitle} id="statement-totals">
        Totals
      </h2>
      <Facts className={classes.totals}>
        {order.map((name) => (
          <Fact key={name} name={labels[name]}>
            {signedUsd(totals[name])}
          </Fact>
        ))}
      </Facts>
    </section>
  );
}
