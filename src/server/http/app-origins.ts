import type { AppSettings } from '#contract/app-settings.ts';
import type { Origins } from './security-headers.ts';

/** Origins from which the app calls the API, loads card forms and payment windows from, and reports errors to: only what it is told. */
export function appOrigins({ apiUrl, stripePublishableKey, paypalClientId, sentryDsn }: AppSettings): Origins & {
  /** True if windows that the app opens may talk to it, as PayPal's does. */
  popups: boolean;
} {
  const isStripe = stripePublishableKey !== undefined;
  const isPaypal = paypalClientId !== undefined;
  const elsewhere = [apiUrl, sentryDsn].flatMap((url) => (url === undefined ? [] : [new URL(url).origin]));
  // https://docs.stripe.com/security/guide#content-security-policy
  const stripeJs = isStripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : [];
  const paypalHosts = isPaypal ? ['https://*.paypal.com', 'https://*.paypalobjects.com'] : [];
  return {
    script: [...stripeJs, ...paypalHosts],
    connect: [...elsewhere, ...(isStripe ? ['https://api.stripe.com'] : []), ...paypalHosts],
    frame: [...stripeJs, ...(isStripe ? ['https://hooks.stripe.com'] : []), ...paypalHosts],
    popups: isPaypal,
  };
}
