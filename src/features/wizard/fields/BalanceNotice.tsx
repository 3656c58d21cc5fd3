import type { Brand } from '#contract/brand.ts';
import { debtOf } from '#domain/debt.ts';
import { formatUsd } from '#domain/money.ts';
import { AddFundsButton } from '#features/billing/public.ts';
import { heldCents, shortByCents } from '../budget.ts';
import type { DraftFields } from '../draft/draft.ts';
import classes from './Reach.module.css';

/** Shown before anything is typed: no campaign can be created with a balance below zero. */
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

/** The budget beside what can be spent; where that is too little, the way to more. */
export function BalanceNotice({ brand, fields }: { brand: Brand; fields: DraftFields }) {
  const { availableBalanceCents: available, pendingBalanceCents: pending } = brand;
  const short = shortByCents(fields, brand);
  const isShort = short > 0;
  // DebtNotice has said it, above the step's fields.
  if (available < 0) return null;
  return (
    <section aria-label="Balance for this campaign" className={classes.balance} data-short={isShort || undefined}>
      <dl>
        <div>
          <dt>Available balance</dt>
          <dd>{formatUsd(available)}</dd>
        </div>
        {!isShort && (
          <div>
            <dt>Left after this campaign</dt>
            <dd>{formatUsd(available - heldCents(fields))}</dd>
          </div>
        )}
      </dl>
      <div className={classes.short} role="status">
        {isShort && (
          <>
            <p>
              This budget is {formatUsd(short)} more than your available balance.
              {pending > 0 && ` ${formatUsd(pending)} is still pending.`}
            </p>
            <AddFundsButton place="page" />
          </>
        )}
      </div>
    </section>
  );
}
