import { useRef } from 'react';
import { useUnsavedWarning } from '#app/intents/unsaved.ts';
import { formatUsd } from '#domain/money/money.ts';
import type { CardHandle } from '#features/billing/public.ts';
import { Card, ConfirmedCard, Paypal, useCardSetup, useFunding } from '#features/billing/public.ts';
import classes from '../Onboarding.module.css';
import { StepFrame } from './StepFrame.tsx';

interface Props {
  step: 'payment';
  title: string;
  amountCents: number;
  onBack: () => void;
  /** Called once the funds were added or are pending. */
  onPaid: () => void;
  saving: boolean;
}

/** Amount, and the card to charge, or PayPal. */
export function FirstPayment({ amountCents, onPaid, saving, ...frame }: Props) {
  const card = useRef<CardHandle>(null);
  const setup = useCardSetup();
  const { pay, payOrder, busy, isConfirmed, useAnotherCard } = useFunding({ setup, card, onFunded: onPaid });
  useUnsavedWarning(busy);
  const takesCards = setup.kind === 'sandbox' || setup.kind === 'stripe';
  const isBusy = busy || saving;
  return (
    <StepFrame
      {...frame}
      blocked={!takesCards}
      busy={isBusy}
      next={`Pay ${formatUsd(amountCents)}`}
      onSubmit={() => pay(amountCents)}
    >
      <div className={classes.total}>
        <dl>
          <dt>Initial funding</dt>
          <dd>{formatUsd(amountCents)}</dd>
        </dl>
        <button disabled={isBusy} onClick={frame.onBack} type="button">
          Change
        </button>
      </div>
      {isConfirmed ? (
        <ConfirmedCard busy={isBusy} onAnother={useAnotherCard} />
      ) : (
        <Card disabled={isBusy} handle={card} setup={setup} />
      )}
      <Paypal amountCents={amountCents} disabled={isBusy} isSandbox={setup.kind === 'sandbox'} onApproved={payOrder} />
    </StepFrame>
  );
}
