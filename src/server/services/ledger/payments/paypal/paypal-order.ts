import type { CaptureStatus, Order, RefundStatus } from '@paypal/paypal-server-sdk';
import type { ChargeOutcome, OrderTerms, Reversal } from '../provider.ts';

/** Recorded terms of a charge. Charges from before the server created orders have no payee. */
export type ExpectedTerms = Omit<OrderTerms, 'payee'> & { payee: string | null };

/** Explains to the brand how an order differs from these terms; null if it doesn't. */
export function differenceOf(order: Order, { brandId, amountCents, payee }: ExpectedTerms): string | null {
  const unit = order.purchaseUnits?.[0];
  if (unit === undefined || order.purchaseUnits?.length !== 1 || order.intent !== 'CAPTURE') {
    return 'PayPal’s order isn’t a single amount to capture.';
  }
  if (centsOf(unit.amount) !== amountCents) return 'PayPal’s order has a different amount or currency.';
  if (payee === null) return null;
  if (unit.payee?.merchantId !== payee) return 'PayPal’s order pays a different recipient.';
  return unit.customId === brandId ? null : 'PayPal’s order belongs to another account.';
}

const declinedCaptures: readonly (CaptureStatus | string | undefined)[] = ['DECLINED', 'FAILED'];
const takenCaptures: readonly (CaptureStatus | string | undefined)[] = ['COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'];

/** Returns the outcome of a charge paid by this order. An order with other terms doesn't pay the charge. */
export function outcomeOf(order: Order, charge: ExpectedTerms): ChargeOutcome {
  const status: string | undefined = order.status;
  const unit = order.purchaseUnits?.[0];
  const capture = unit?.payments?.captures?.[0];
  const difference = differenceOf(order, charge);
  if (capture === undefined) {
    if (status === 'VOIDED') return { state: 'failed', reason: 'The order was canceled.' };
    if (status !== 'APPROVED') return { state: 'unknown' };
    return difference === null ? { state: 'open' } : { state: 'failed', reason: `${difference} You weren’t charged.` };
  }
  if (declinedCaptures.includes(capture.status)) return { state: 'failed', reason: 'PayPal declined this payment.' };
  const amountCents = centsOf(capture.amount);
  // We received the money, but not on the agreed terms, so a human has to check.
  const isOurs = charge.payee === null || unit?.payee?.merchantId === charge.payee;
  if (difference !== null && isOurs) return { state: 'unknown' };
  if (difference !== null) return { state: 'failed', reason: `${difference} It was not added to your balance.` };
  if (capture.status === 'PENDING') return { state: 'processing' };
  // A refund is a separate movement of money; the capture remains taken.
  const isTaken = takenCaptures.includes(capture.status);
  return isTaken && amountCents !== null ? { state: 'succeeded', amountCents } : { state: 'unknown' };
}

const cameBack: readonly (RefundStatus | string | undefined)[] = ['CANCELLED', 'FAILED'];

/** Returns the refunds of an order's payment. */
export const refundsOf = (order: Order): Reversal[] =>
  (order.purchaseUnits?.[0]?.payments?.refunds ?? []).flatMap(({ id, status, amount }) => {
    const hasComeBack = cameBack.includes(status);
    const cents = hasComeBack ? 0 : (centsOf(amount) ?? 0);
    return id === undefined ? [] : [{ reference: id, kind: 'REFUND', cents, isFinal: status !== 'PENDING' }];
  });

/** Returns the captured amount of an order, in cents. */
export const paidCentsOf = (order: Order): number =>
  centsOf(order.purchaseUnits?.[0]?.payments?.captures?.[0]?.amount) ?? 0;

/** Converts cents to PayPal's dollar format: 15050 becomes '150.50'. */
export const dollarsOf = (cents: number): string => (cents / 100).toFixed(2);

/** Parses '150.00' USD as 15000; null for any other currency or text. */
export function centsOf(money: { currencyCode: string; value: string } | undefined): number | null {
  const [, dollars, cents = '00'] = /^(\d{1,9})(?:\.(\d{2}))?$/.exec(money?.value ?? '') ?? [];
  return money?.currencyCode === 'USD' && dollars !== undefined ? Number(dollars) * 100 + Number(cents) : null;
}
