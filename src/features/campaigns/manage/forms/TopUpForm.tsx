import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button } from '@mantine/core';
import { useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { useOnline } from '#api/sync-status.ts';
import { minimumTopUpCents } from '#contract/wire/bounds.ts';
import { formatCount, formatUsd } from '#domain/money/money.ts';
import { budgetCentsOf, projectedViews } from '#domain/money/reach.ts';
import { AddFundsButton, AmountField, amountSchema } from '#features/billing/public.ts';
import { ButtonRow } from '#ui/controls/ButtonRow.tsx';
import { Fact, Facts } from '#ui/text/Facts.tsx';
import classes from '../Manage.module.css';
import { type ChangeProps, FormEnd } from './FormEnd.tsx';

const amount = amountSchema('Amount', minimumTopUpCents);
const schema = v.object({ amount });

interface Props extends ChangeProps {
  availableCents: number;
}

/** Form to move part of the balance into a campaign's budget; shows the views it pays for. */
export function TopUpForm({ campaign, availableCents, isPending, onCancel, onSend }: Props) {
  const online = useOnline();
  const { control, handleSubmit } = useForm<v.InferInput<typeof schema>, unknown, v.InferOutput<typeof schema>>({
    resolver: valibotResolver(schema),
    mode: 'onChange',
    defaultValues: { amount: '250' },
  });
  const typed = v.safeParse(amount, useWatch({ control, name: 'amount' }));
  const cents = typed.success ? typed.output : null;
  const missingCents = cents === null ? 0 : Math.max(0, cents - availableCents);
  const cpmCents = campaign.CPMWorker?.cpmCents ?? 0;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) =>
        void handleSubmit(({ amount: amountCents }) => onSend({ change: 'top-up', amountCents }))(event)
      }
    >
      <AmountField control={control} disabled={isPending} label="Amount" name="amount" />
      <Facts>
        <Fact name="Budget">
          {formatUsd(budgetCentsOf(campaign) ?? 0)}
          {cents !== null && ` → ${formatUsd((budgetCentsOf(campaign) ?? 0) + cents)}`}
        </Fact>
        <Fact name="Views it can buy">{cents === null ? '–' : `+${formatCount(projectedViews(cents, cpmCents))}`}</Fact>
        <Fact name="Your balance">{formatUsd(availableCents)}</Fact>
      </Facts>
      {missingCents > 0 && (
        <div role="status">
          <ButtonRow>
            <p className={classes.note}>Your balance is {formatUsd(missingCents)} short.</p>
            <AddFundsButton amountCents={missingCents} place="page" />
          </ButtonRow>
        </div>
      )}
      <FormEnd
        isPending={isPending}
        onCancel={onCancel}
        status={online ? '' : 'You’re offline. Your entry stays here. Reconnect to add to the budget.'}
      >
        <Button disabled={cents === null || missingCents > 0 || !online} loading={isPending} type="submit">
          {cents === null ? 'Add to budget' : `Add ${formatUsd(cents)}`}
        </Button>
      </FormEnd>
    </form>
  );
}
