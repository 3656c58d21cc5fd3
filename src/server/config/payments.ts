import { isReachableByOthers } from './host.ts';
import type { Name, Values } from './variables.ts';

/** Settings of the payment providers. */
export interface PaymentsConfig {
  stripe: { secretKey: string /** Null disables Stripe's webhooks. */; webhookSecret: string | null } | null;
  paypal: {
    clientId: string;
    clientSecret: string;
    environment: 'live' | 'sandbox';
    /** Null disables PayPal's webhooks. */
    webhookId: string | null;
  } | null;
  /** True if a sandbox that moves no money replaces each provider that isn't set up. */
  sandbox: boolean;
}

export function paymentsOf(given: Values): PaymentsConfig {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret = null } = given;
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_ENVIRONMENT: environment } = given;
  const { PAYPAL_WEBHOOK_ID: webhookId = null } = given;
  return {
    stripe: secretKey === undefined ? null : { secretKey, webhookSecret },
    paypal: clientId && clientSecret ? { clientId, clientSecret, environment: environment ?? 'live', webhookId } : null,
    // Sandbox funds are free, so they are off by default if other machines can reach the server.
    sandbox: given.SANDBOX_PAYMENTS ?? (!takesMoney(given) && !isReachableByOthers(given)),
  };
}

/** True if a provider is set up for real payments. PayPal's own sandbox moves no money either. */
const takesMoney = ({ STRIPE_SECRET_KEY, PAYPAL_CLIENT_ID, PAYPAL_ENVIRONMENT }: Values) =>
  STRIPE_SECRET_KEY !== undefined || (PAYPAL_CLIENT_ID !== undefined && PAYPAL_ENVIRONMENT !== 'sandbox');

/** Stripe's prefixes for keys of its test mode (https://docs.stripe.com/keys). */
const isTestKey = (key: string) => /^\w\w_test_/.test(key);

/** Conflicts between the payment variables. */
export function paymentProblems(isSet: (name: Name) => boolean, given: Values): string[] {
  const problems: string[] = [];
  // If another server is the API, this one only passes that server's public payment keys to the app.
  const isElsewhere = isSet('API_URL');
  const isAlone = isSet('PAYPAL_CLIENT_ID') !== isSet('PAYPAL_CLIENT_SECRET');
  if (isAlone && !(isElsewhere && isSet('PAYPAL_CLIENT_ID'))) {
    problems.push('PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET: set both or neither.');
  }
  const { STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_SECRET_KEY: secret } = given;
  if (publishable !== undefined && secret === undefined && !isElsewhere) {
    problems.push('STRIPE_PUBLISHABLE_KEY: needs STRIPE_SECRET_KEY.');
  }
  if (publishable !== undefined && secret !== undefined && isTestKey(publishable) !== isTestKey(secret)) {
    problems.push('STRIPE_PUBLISHABLE_KEY: expected the same mode (test or live) as STRIPE_SECRET_KEY.');
  }
  if (given.STRIPE_WEBHOOK_SECRET !== undefined && !isSet('STRIPE_SECRET_KEY')) {
    problems.push('STRIPE_WEBHOOK_SECRET: needs STRIPE_SECRET_KEY.');
  }
  if (given.PAYPAL_WEBHOOK_ID !== undefined && !isSet('PAYPAL_CLIENT_ID')) {
    problems.push('PAYPAL_WEBHOOK_ID: needs PAYPAL_CLIENT_ID.');
  }
  if (given.SANDBOX_PAYMENTS && takesMoney(given)) {
    problems.push('SANDBOX_PAYMENTS: expected off when a payment provider’s keys are set.');
  }
  return problems;
}
