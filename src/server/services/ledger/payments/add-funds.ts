import type { addFunds as endpoint } from '#contract/brand/billing.ts';
import type { RequestOf, ResponseOf } from '#contract/wire/endpoint.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { balancesOf } from '../ledger.ts';
import { readPaymentsById } from '../payment-history.ts';
import { beginCharge, type ChargeAction, type ChargePlan, carryOut, chargeOf } from './charges.ts';
import { customerOf, readStoredCard, requireCards, requirePaypal } from './methods.ts';
import { readOwnOrder } from './orders.ts';
import type { PaymentDeps } from './settle-charge.ts';

type Body = RequestOf<typeof endpoint>['body'];

/**
 * Charges the requested amount, once per action, however often the action is sent. Its steps are separate transactions
 * because a provider's response can be slow or lost. A later check resolves an unknown outcome.
 * @throws {ApiError} 404 for an unknown card, 400 for an unusable order, 501 if the payment method isn't set up
 */
export async function addFunds(deps: PaymentDeps, scope: BrandScope, action: ChargeAction, body: Body): Promise<void> {
  const charge =
    (await chargeOf(scope, action)) ?? (await beginCharge(scope, action, await planOf(deps, scope, body), deps.now()));
  await carryOut(deps, charge);
}

/**
 * Returns the brand's balances and the action's payment. An unknown outcome is reported as pending.
 * @throws {ApiError} 402 if the payment failed
 */
export async function fundsResponse(scope: BrandScope, action: ChargeAction): Promise<ResponseOf<typeof endpoint>> {
  const charge = await chargeOf(scope, action);
  const [payment] = await readPaymentsById(scope, charge ? [charge.paymentId] : []);
  if (payment === undefined) throw new Error('A started payment is missing');
  if (payment.status === 'FAILED') {
    throw new ApiError('card_declined', payment.statusReason ?? 'The payment failed.');
  }
  const { available, pending } = await balancesOf(scope);
  return { pendingBalanceCents: pending, availableBalanceCents: available, payment };
}

async function planOf({ payments }: PaymentDeps, scope: BrandScope, body: Body): Promise<ChargePlan> {
  if (body.type === 'stripe') {
    const card = requireCards(payments);
    const { reference: source, title, subtitle } = await readStoredCard(scope, card, body.paymentMethodId);
    const customer = await customerOf(scope, card);
    const { amountCents } = body;
    return {
      provider: card.name,
      mode: card.mode,
      customer,
      source,
      payee: null,
      amountCents,
      title,
      subtitle,
      reference: null,
    };
  }
  const paypal = requirePaypal(payments);
  const order = await readOwnOrder(scope, paypal, body.paypalOrderId);
  return { provider: paypal.name, mode: paypal.mode, customer: null, source: order.reference, ...order };
}
