import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { isNetworkFailure } from '#api/error.ts';
import { useOnline } from '#api/sync-status.ts';
import { useUnsavedWarning } from '#app/intents/unsaved.ts';
import { formatUsd } from '#domain/money/money.ts';
import { AmountField } from './AmountField.tsx';
import { amountSchema, centsOf } from './amount.ts';
import { useFunding } from './attempt/use-funding.ts';
import classes from './Billing.module.css';
import { Card } from './card/Card.tsx';
import { ConfirmedCard } from './card/ConfirmedCard.tsx';
import type { CardHandle } from './card/card-result.ts';
import { useCardSetup } from './card/card-setup.ts';
import { NeedsConnection } from './NeedsConnection.tsx';
import { QuickAmounts } from './QuickAmounts.tsx';

const schema = v.object({ amount: amountSchema('Amount') });

interface Props {
  amount: string;
  onAmountChange: (typed: string) => void;
  onFunded: () => void;
}

/** Amount, and the card to charge. */
export function AddFundsForm({ amount: typedBefore, onAmountChange, onFunded }: Props) {
  const online = useOnline();
  const card = useRef<CardHandle>(null);
  const setup = useCardSetup();
  const { pay, busy, isConfirmed, useAnotherCard } = useFunding({ setup, card, onFunded });
  const { control, handleSubmit, setValue } = useForm<
    v.InferInput<typeof schema>,
    unknown,
    v.InferOutput<typeof schema>
  >({
    resolver: valibotResolver(schema),
    // The button is disabled while the amount is invalid, so validate on input.
    mode: 'onChange',
    defaultValues: { amount: typedBefore },
  });
  const amount = useWatch({ control, name: 'amount' });
  useEffect(() => onAmountChange(amount), [amount, onAmountChange]);
  useUnsavedWarning(busy);
  const cents = centsOf(amount);
  const takesCards = setup.kind === 'sandbox' || setup.kind === 'stripe';

  // A failed first request may be the earliest sign of a lost network. The amount typed so far isn't lost.
  if (setup.kind === 'failed' && isNetworkFailure(setup.error)) return <NeedsConnection />;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => void handleSubmit(({ amount: paid }) => pay(paid))(event)}
    >
      <div className={classes.howMuch}>
        <AmountField control={control} disabled={busy || setup.kind === 'loading'} label="Amount" name="amount" />
        <QuickAmounts
          disabled={busy || setup.kind === 'loading'}
          onChoose={(dollars) => setValue('amount', String(dollars), { shouldValidate: true, shouldDirty: true })}
          value={cents}
        />
      </div>
      {isConfirmed ? (
        <ConfirmedCard busy={busy} onAnother={useAnotherCard} />
      ) : (
        <Card disabled={busy} handle={card} setup={setup} />
      )}
      <div className={classes.end}>
        <p className={classes.offline} role="status">
          {online ? '' : 'You’re offline. Your entries stay here. Reconnect to pay.'}
        </p>
        <Button disabled={cents === null || !online || !takesCards} fullWidth loading={busy} type="submit">
          {cents === null ? 'Add Funds' : `Add ${formatUsd(cents)}`}
        </Button>
      </div>
    </form>
  );
}
