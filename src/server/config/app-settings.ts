import type { AppSettings } from '#contract/app-settings.ts';
import type { Values } from './variables.ts';

/** The app's settings that are set in the variables. */
export const appSettingsOf = ({
  API_URL: apiUrl,
  STRIPE_PUBLISHABLE_KEY: stripePublishableKey,
  PAYPAL_CLIENT_ID: paypalClientId,
  SENTRY_DSN: sentryDsn,
}: Values): AppSettings => ({
  ...(apiUrl === undefined ? {} : { apiUrl }),
  ...(stripePublishableKey === undefined ? {} : { stripePublishableKey }),
  ...(paypalClientId === undefined ? {} : { paypalClientId }),
  ...(sentryDsn === undefined ? {} : { sentryDsn }),
});
