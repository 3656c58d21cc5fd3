import { afterAll } from 'vitest';
import type { Payment } from '#contract/brand/billing.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { checkDueCharges } from '#server/services/ledger/payments/checker.ts';
import { paypalProvider } from '#server/services/ledger/payments/paypal/paypal.ts';
import type { PaymentProviders } from '#server/services/ledger/payments/provider.ts';
import { reconcile } from '#server/services/ledger/payments/reconcile.ts';
import { stripeProvider } from '#server/services/ledger/payments/stripe/stripe.ts';
import { call, newKey } from '../calls/call.ts';
import { apiServer } from '../servers/api-server.ts';
import type { TestServer } from '../servers/server.ts';
import { world } from '../servers/world.ts';
import { fakePaypal } from './paypal.ts';
import { fakeStripe, webhookSecret } from './stripe.ts';

// Vitest runs a file's end hooks in reverse order, so the fakes close after the server.

/** Starts the server of a test file, with cards charged by a fake Stripe. */
export async function stripeServer() {
  const stripe = await fakeStripe();
  afterAll(() => stripe.close());
  const payments = { card: stripeProvider({ secretKey: 'sk_test_1', webhookSecret, url: stripe.url }), paypal: null };
  return { stripe, payments, ...(await apiServer({ payments })) };
}

/** Starts the server of a test file, with orders at a fake PayPal. `payments` creates another process's providers. */
export async function paypalServer() {
  const paypal = await fakePaypal();
  afterAll(() => paypal.close());
  const access = { clientId: 'id', clientSecret: 'secret', environment: 'sandbox', url: paypal.url } as const;
  const payments = () => ({ card: null, paypal: paypalProvider({ ...access, webhookId: 'WEBHOOK1' }) });
  return { paypal, payments, ...(await apiServer({ payments: payments() })) };
}

/** Dependencies of the server's payment jobs, with a log that discards everything. */
export const paymentDeps = ({ db, clock }: Pick<TestServer, 'db' | 'clock'>, payments: PaymentProviders) => ({
  ...{ db, payments, now: clock.now },
  log: { error: () => {}, warn: () => {} },
});

/** Advances the clock and checks the charges due by then. */
export function checkChargesAfter(ms: number, server: TestServer, payments: PaymentProviders): Promise<number> {
  server.clock.advance(ms);
  return checkDueCharges(paymentDeps(server, payments));
}

/** Reconciles every charge ever made. */
export const reconcileAll = (server: TestServer, payments: PaymentProviders) =>
  reconcile(paymentDeps(server, payments), new Date(0));

/** A brand's payments, read in a new session: the clock may have moved past the expiry of an earlier one. */
export async function paymentsOf(server: TestServer, brandId: string): Promise<Payment[]> {
  const token = (await server.sessionOf(brandId)).accessToken;
  return (await call(server, endpoints.listPayments, { token })).data.data;
}

/** Adds $250 by a new Stripe card, whose reference determines the outcome. */
export async function fundByStripe(server: TestServer, brandId: string, reference: string) {
  const paymentMethodId = await world(server.db).paymentMethod(brandId, { provider: 'stripe', reference });
  const body = { type: 'stripe', paymentMethodId, amountCents: 25_000 } as const;
  const token = (await server.sessionOf(brandId)).accessToken;
  return call(server, endpoints.addFunds, { token, key: newKey(), body });
}
