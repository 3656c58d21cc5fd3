import { endpoints } from '#contract/calls/endpoints.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { isTransientDatabaseError } from '#server/errors/trouble.ts';
import { readPayment, readPaymentPage } from '#server/services/ledger/payment-history.ts';
import { addFunds, fundsResponse } from '#server/services/ledger/payments/add-funds.ts';
import { chargeOf } from '#server/services/ledger/payments/charges.ts';
import {
  beginCard,
  readMethod,
  requireCards,
  requirePaypal,
  storeMethod,
} from '#server/services/ledger/payments/methods.ts';
import { createProviderOrder } from '#server/services/ledger/payments/orders.ts';
import { MethodRefusedError, ProviderUnavailableError } from '#server/services/ledger/payments/provider.ts';
import { readStatement, readStatementMonths } from '#server/services/ledger/statements.ts';
import { countAttempt } from '#server/services/shared/attempts.ts';
import { cardForms, countDecline, limitDeclines } from '../creator/decline-limit.ts';
import type { HttpDeps } from '../deps.ts';
import { inProgress } from '../requests/idempotency.ts';
import type { Router } from '../router.ts';

export function mountBilling(router: Router, deps: HttpDeps): void {
  const { payments, now } = deps;

  /** Converts a provider's refusals and outages to errors of the contract. */
  const asking = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof MethodRefusedError) {
        throw new ApiError(error.declined ? 'card_declined' : 'invalid_request', error.message);
      }
      if (!(error instanceof ProviderUnavailableError)) throw error;
      deps.log.warn({ err: error }, 'A payment provider didn’t respond');
      throw new ApiError('payments_unavailable', 'Payments are unavailable right now. You were not charged.', {
        headers: { 'Retry-After': '5' },
      });
    }
  };

  router.report(endpoints.listPayments, ({ scope, query }) => readPaymentPage(scope, query));
  router.brand(endpoints.getPayment, ({ scope, params }) => readPayment(scope, params.paymentId));
  router.report(endpoints.listStatements, async ({ scope }) => ({ months: await readStatementMonths(scope, now()) }));
  router.report(endpoints.getStatement, ({ scope, params }) => readStatement(scope, params.month, now()));
  router.brand(endpoints.generateClientSecret, async ({ scope }) => {
    const card = requireCards(payments);
    await countAttempt(deps.db, [cardForms(scope)], now());
    await limitDeclines(deps, scope, async () => {});
    return { clientSecret: await asking(() => beginCard(scope, card)) };
  });
  router.brand(endpoints.createPaypalOrder, async ({ scope, body }) => ({
    id: await asking(() => createProviderOrder(scope, requirePaypal(payments), body.amountCents, now())),
  }));
  router.steps(endpoints.addPaymentMethod, async ({ scope, body, finish }) => {
    const read = () => asking(() => readMethod(scope, payments, body));
    const method = await (body.type === 'stripe' ? limitDeclines(deps, scope, read) : read());
    return finish((writer) => storeMethod(writer, method, now()));
  });
  router.steps(endpoints.addFunds, async ({ scope, body, key, requestHash, finish }) => {
    const action = { key, requestHash };
    const pay = async () => {
      await asking(() => addFunds(deps, scope, action, body));
      return finish((writer) => fundsResponse(writer, action));
    };
    const payOrSayBegun = () =>
      pay().catch((error: unknown) => {
        if (!isTransientDatabaseError(error)) throw error;
        // The provider may already have taken the money, but a 503 would mean that no payment was started.
        deps.log.error({ err: error }, 'The database connection was lost during a payment');
        throw inProgress();
      });
    const begun = await chargeOf(scope, action);
    if (body.type !== 'stripe' || (begun && begun.state !== 'STARTED')) return payOrSayBegun();
    return begun ? countDecline(deps, scope, payOrSayBegun) : limitDeclines(deps, scope, payOrSayBegun);
  });
}
