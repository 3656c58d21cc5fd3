import { valibotResolver } from '@hookform/resolvers/valibot';
import { useImperativeHandle, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type SandboxCard as Card,
  sandboxCardOf,
  sandboxDecline,
  sandboxToken,
} from '#domain/money/sandbox-payments.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from '../Billing.module.css';
import { CardField } from './CardField.tsx';
import type { CardHandle, CardProps, CardResult } from './card-result.ts';
import { SandboxBank } from './SandboxBank.tsx';
import {
  cvcDigits,
  formatCardNumber,
  formatExpiry,
  type SandboxCardForm,
  sandboxCardSchema,
} from './sandbox-card-form.ts';
import { TestCards } from './TestCards.tsx';

/** Stripe's message for a holder who didn't confirm. */
const notConfirmed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/**
 * Card form of the sandbox, which has no payment provider. It only accepts test cards, whose numbers stay on this page.
 */
export function SandboxCard({ handle, disabled }: CardProps) {
  const { control, trigger, getValues, reset } = useForm<SandboxCardForm>({
    resolver: valibotResolver(sandboxCardSchema),
    mode: 'onBlur',
    reValidateMode: 'onChange',
    defaultValues: { number: '', expiry: '', cvc: '' },
  });
  const [asked, setAsked] = useState<Card | null>(null);
  const answer = useRef<((isConfirmed: boolean) => void) | null>(null);

  useImperativeHandle(
    handle,
    (): CardHandle => ({
      async confirm(): Promise<CardResult> {
        const isComplete = await trigger(undefined, { shouldFocus: true });
        const card = sandboxCardOf(getValues('number'));
        if (!isComplete || !card) return { kind: 'incomplete' };
        if (card.outcome === 'declined') return { kind: 'refused', message: sandboxDecline };
        if (card.outcome === 'confirm') {
          const isConfirmed = await new Promise<boolean>((resolve) => {
            answer.current = resolve;
            setAsked(card);
          });
          setAsked(null);
          if (!isConfirmed) return { kind: 'refused', message: notConfirmed };
        }
        return { kind: 'confirmed', token: sandboxToken(card) };
      },
    }),
    [trigger, getValues],
  );

  return (
    <div className={classes.card}>
      <p className={classes.sandbox}>
        <Icon name="info" size={18} />
        <span>
          <strong>Sandbox.</strong> No money moves. Real cards don’t work.
        </span>
      </p>
      <CardField
        control={control}
        disabled={disabled}
        label="Card number"
        name="number"
        placeholder="4242 4242 4242 4242"
        shape={formatCardNumber}
      />
      <div className={classes.pair}>
        <CardField
          control={control}
          disabled={disabled}
          label="Expiry"
          name="expiry"
          placeholder="MM/YY"
          shape={formatExpiry}
        />
        <CardField control={control} disabled={disabled} label="CVC" name="cvc" placeholder="123" shape={cvcDigits} />
      </div>
      <TestCards
        disabled={disabled}
        onChoose={({ number }) => reset({ number: formatCardNumber(number), expiry: '12/34', cvc: '123' })}
      />
      <SandboxBank card={asked} onAnswer={(isConfirmed) => answer.current?.(isConfirmed)} />
    </div>
  );
}
