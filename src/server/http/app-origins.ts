import type { Config } from '../config.ts';
import type { Origins } from './security-headers.ts';

/** Where the app loads card forms and payment windows from, and reports errors to: only what is set up. */
export function appOrigins({
  payments: { stripe, paypal },
  sentryDsn,
}: Pick<Config, 'payments' | 'sentryDsn'>): Origins & {
  popups: boolean;
} {
  // https://docs.stripe.com/security/guide#content-security-policy
  const stripeJs = stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : [];
  const paypalHosts = paypal ? ['https://*.paypal.com', 'https://*.paypalobjects.com'] : [];
  return {
    script: [...stripeJs, ...paypalHosts],
    connect: [
      ...(sentryDsn === null ? [] : [new URL(sentryDsn).origin]),
      ...(stripe ? ['https://api.stripe.com'] : []),
      ...paypalHosts,
    ],
    frame: [...stripeJs, ...(stripe ? ['https://hooks.stripe.com'] : []), ...paypalHosts],
    popups: paypal !== null,
  };
}
