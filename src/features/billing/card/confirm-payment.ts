import type { QueryClient } from '@tanstack/react-query';
import type { CardSetup } from './card-setup.ts';

/**
 * Asks the payer to confirm one payment with the bank, in a window from Stripe's library. The result is ignored; the
 * server knows the outcome.
 */
export async function confirmPayment(client: QueryClient, setup: CardSetup, clientSecret: string): Promise<void> {
  if (setup.kind !== 'stripe') return;
  const { stripeQuery } = await import('./stripe-query.ts');
  const stripe = await client.fetchQuery(stripeQuery(setup.publishableKey));
  await stripe?.handleNextAction({ clientSecret });
}
