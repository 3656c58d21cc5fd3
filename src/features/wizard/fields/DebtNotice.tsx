import { debtOf } from '#domain/debt.ts';
import { AddFundsButton } from '#features/billing/public.ts';
import classes from './Reach.module.css';

/** Said before anything is typed: no campaign can be created with a balance below zero. */
export function DebtNotice({ availableCents }: { availableCents: number }) {
  const debt = debtOf(availableCents);
  if (debt === null) return null;
  return (
    <section aria-label="Balance below zero" className={classes.balance} data-short>
      <div className={classes.short} role="status">
        <p>{debt}</p>
        <AddFundsButton place="page" />
      </div>
    </section>
  );
}
