import type { PaymentsConfig } from '#server/config/payments.ts';
import type { Database } from '#server/database/database.ts';
import type { PaymentProviders } from './provider.ts';
import { sandboxProvider } from './sandbox.ts';

/** Returns the providers named in the settings. Their libraries are large, so only the required ones are loaded. */
export async function configuredProviders(
  { stripe, paypal, sandbox }: PaymentsConfig,
  deps: { db: Database; now(): Date },
): Promise<PaymentProviders> {
  const standIn = sandbox ? sandboxProvider(deps) : null;
  return {
    card: stripe ? (await import('./stripe/stripe.ts')).stripeProvider(stripe) : standIn,
    paypal: paypal ? (await import('./paypal/paypal.ts')).paypalProvider(paypal) : standIn,
  };
}
