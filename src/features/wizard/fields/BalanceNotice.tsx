import type { Brand } from '#contract/brand/brand.ts';
import { debtOf } from '#domain/money/debt.ts';
import { formatUsd } from '#domain/money/money.ts';
import { AddFundsButton } from '#features/billing/public.ts';
import { missingCents, reservedCents } from '../draft/budget.ts';
import type { DraftFields } from '../draft/draft.ts';
import classes from './Reach.module.css';

/** Shown before anything is typed: campaigns can't be created with a negative balance. */
export function DebtNotice({ availableCents }: { availableCents: number }) {
  const debt = debtOf(availableCents);
  if (debt === null) return null;
  return (
    <section aria-label="Balance below zero" className={classes.balance} data-short>
      <div className={classes.short} role="status">
        <p>{debt}</p>
        <AddFundsButton amountCents={-availableCents} place="page" />
      </div>
    </section>
  );
}

interface Props {
  brand: Brand;
  fields: DraftFields;
  /** Budget in cents of the campaign in review that this one replaces. */
  releasedCents: number;
}

/**
 * The available balance, and the amount left after this campaign. If the balance isn't enough, a button adds the
 * difference.
 */
export function BalanceNotice({ brand, fields, releasedCents }: Props) {
  const { availableBalanceCents: available, pendingBalanceCents: pending } = brand;
  const short = missingCents(fields, brand, releasedCents);
  const isShort = short > 0;
  // DebtNotice shows a negative balance above the step's fields.
  if (available < 0) return null;
  return (
    <section aria-label="Balance for this campaign" className={classes.balance} data-short={isShort || undefined}>
      <dl>
        <div>
          <dt>Available balance</dt>
          <dd>{formatUsd(available)}</dd>
        </div>
        {releasedCents > 0 && (
          <div>
            <dt>Budget of the version in review</dt>
            <dd>{formatUsd(releasedCents)}</dd>
          </div>
        )}
        {!isShort && (
          <div>
            <dt>Left after this campaign</dt>
            <dd>{formatUsd(available + releasedCents - reservedCents(fields))}</dd>
          </div>
        )}
      </dl>
      <div className={classes.short} role="status">
        {isShort && (
          <>
            <p>
              This budget is {formatUsd(short)} more than you have available.
              {pending > 0 && ` ${formatUsd(pending)} is still pending.`}
            </p>
            <AddFundsButton amountCents={short} place="page" />
          </>
        )}
      </div>
    </section>
  );
}
