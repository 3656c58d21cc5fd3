import { count, desc, inArray, type SQL } from 'drizzle-orm';
import type { Payment } from '#contract/brand/billing.ts';
import type { Page } from '#contract/wire/page.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { payments } from '#server/database/tables/tables.ts';
import { notFound } from '#server/errors/api-error.ts';
import { offsetOf, type PageRequest, pageOf } from '../shared/paging.ts';

/** Returns a page of payments, newest first. */
export async function readPaymentPage(scope: BrandScope, request: PageRequest): Promise<Page<Payment>> {
  const rows = await selectPayments(scope).limit(request.pageSize).offset(offsetOf(request));
  const [counted] = await scope.db.select({ total: count() }).from(payments).where(scope.own(payments));
  return pageOf(rows.map(toPayment), counted?.total ?? 0, request);
}

/** @throws ApiError `not_found` if the brand has no such payment */
export async function readPayment(scope: BrandScope, id: string): Promise<Payment> {
  const [payment] = await readPaymentsById(scope, [id]);
  if (payment === undefined) throw notFound('Payment not found.');
  return payment;
}

/** Returns the existing payments among these ids, newest first. */
export async function readPaymentsById(scope: BrandScope, ids: readonly string[]): Promise<Payment[]> {
  if (ids.length === 0) return [];
  return (await selectPayments(scope, inArray(payments.id, [...ids]))).map(toPayment);
}

const selectPayments = (scope: BrandScope, where?: SQL) =>
  scope.db
    .select()
    .from(payments)
    .where(scope.own(payments, where))
    .orderBy(desc(payments.updatedAt), desc(payments.id));

/** True for a returned budget. Added funds increase the balance, too, but don't belong to a campaign. */
const isReturned = ({ kind, campaignId, amountCents }: typeof payments.$inferSelect) =>
  kind === null && campaignId !== null && amountCents > 0;

function kindOf({ kind }: typeof payments.$inferSelect): Pick<Payment, 'kind' | 'campaignSettled'> {
  if (kind === 'SETTLEMENT') return { campaignSettled: true };
  return kind === null ? {} : { kind };
}

/** Converts a row to the API's payment. */
export const toPayment = (row: typeof payments.$inferSelect): Payment => ({
  id: row.id,
  amountCents: row.amountCents,
  ...kindOf(row),
  ...(isReturned(row) ? { budgetReturned: true as const } : {}),
  method: { title: row.methodTitle, subtitle: row.methodSubtitle },
  status: row.status,
  statusReason: row.statusReason,
  updatedAt: row.updatedAt.toISOString(),
});
