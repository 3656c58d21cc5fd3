import { useComputedColorScheme } from '@mantine/core';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useImperativeHandle, useState } from 'react';
import { Loading, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { Failure } from '#ui/states/States.tsx';
import type { CardHandle, CardProps, CardResult } from './card-result.ts';
import { stripeAppearance } from './stripe-appearance.ts';
import { stripeQuery } from './stripe-query.ts';

interface Props extends CardProps {
  clientSecret: string;
  publishableKey: string;
}

const skeletons = (
  <Loading label="Loading the card form">
    <SkeletonLines count={5} />
  </Loading>
);

/** Stripe's own card form, whose input never reaches this page. */
export function StripeCard({ publishableKey, clientSecret, ...props }: Props) {
  const stripe = useQuery(stripeQuery(publishableKey));
  const isDark = useComputedColorScheme('light') === 'dark';
  if (stripe.data) {
    return (
      <Elements
        key={clientSecret}
        options={{ clientSecret, appearance: stripeAppearance(isDark), loader: 'never' }}
        stripe={stripe.data}
      >
        <CardElement {...props} />
      </Elements>
    );
  }
  if (stripe.isPending) return skeletons;
  return (
    <Failure
      detail="Check your connection, and make sure that your browser isn’t blocking Stripe."
      onRetry={() => void stripe.refetch()}
      retrying={stripe.isFetching}
      title="Couldn’t load the card form"
    />
  );
}

function CardElement({ handle, disabled }: CardProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  useImperativeHandle(
    handle,
    (): CardHandle => ({
      async confirm(): Promise<CardResult> {
        if (!stripe || !elements) return { kind: 'unfinished' };
        const { setupIntent, error } = await stripe.confirmSetup({ elements, redirect: 'if_required' });
        // The card was already confirmed, but the response was lost. The intent shows the confirmation.
        const intent = setupIntent ?? error?.setup_intent;
        if (intent?.status === 'succeeded' && intent.payment_method) {
          const { payment_method: method } = intent;
          return { kind: 'confirmed', token: typeof method === 'string' ? method : method.id };
        }
        if (!error) return { kind: 'unfinished' };
        if (error.type === 'validation_error') return { kind: 'incomplete' };
        return { kind: 'refused', message: error.message ?? null };
      },
    }),
    [stripe, elements],
  );
  return (
    <>
      {!isReady && skeletons}
      <PaymentElement
        onReady={() => setReady(true)}
        options={{
          layout: 'tabs',
          readOnly: disabled,
          wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
        }}
      />
    </>
  );
}
