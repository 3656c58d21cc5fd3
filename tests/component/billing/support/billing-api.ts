import type { Payment } from '#contract/brand/billing.ts';
import type { Brand } from '#contract/brand/brand.ts';
import { aBrand } from '#tests/component/support/examples.ts';
import { type FakeApi, fakeApi } from '#tests/component/support/fake-api.ts';

export const billing = {
  brand: 'GET /brand/v1.0/brands/current',
  secret: 'POST /brand/v1.0/billing/stripe/generate-client-secret',
  orders: 'POST /brand/v1.0/billing/paypal/orders',
  methods: 'POST /brand/v1.0/billing/payment-methods',
  funds: 'POST /brand/v1.0/billing/funds',
  payments: 'GET /brand/v1.0/billing/payments',
} as const;

export const balances = (availableBalanceCents: number, pendingBalanceCents = 0) => ({
  availableBalanceCents,
  pendingBalanceCents,
});

export const aPayment = (part: Partial<Payment> = {}): Payment => ({
  id: 'pay_1',
  amountCents: 10_000,
  method: { title: 'Visa', subtitle: '•••• 4242' },
  status: 'PENDING',
  statusReason: "We're checking with your bank. Don't pay again.",
  updatedAt: '2026-01-03T09:00:00.000Z',
  ...part,
});

/** A server with the sandbox's card provider, where everything succeeds; each client secret is new. */
export function billingApi(brand: Brand = aBrand()): FakeApi {
  let secrets = 0;
  return fakeApi({
    [billing.brand]: () => brand,
    [billing.secret]: () => {
      secrets += 1;
      return { clientSecret: `seti_sandbox_${secrets}_secret_1` };
    },
    [billing.orders]: () => ({ id: 'ORDER-OF-THE-SERVER' }),
    [billing.methods]: () => ({ id: 'pmt_1' }),
    [billing.funds]: () => balances(1_244_567),
    [billing.payments]: () => ({ data: [], pagination: { nextPage: null, previousPage: null, total: 0 } }),
  });
}
