import { and, eq, lt, notExists } from 'drizzle-orm';
import type { BrandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { charges, paymentOrders } from '#server/database/tables/billing-tables.ts';
import { MethodRefusedError, type OrderProvider } from './provider.ts';

/** Creates an order for the brand and records its terms. Takes no money. @returns the provider's id of the order */
export async function createProviderOrder(
  scope: BrandScope,
  provider: OrderProvider,
  amountCents: number,
  createdAt: Date,
): Promise<string> {
  const { brandId, db } = scope;
  const { reference, payee } = await provider.createOrder({ brandId, amountCents });
  await db
    .insert(paymentOrders)
    .values({ brandId, provider: provider.name, reference, amountCents, payee, createdAt })
    .onConflictDoNothing();
  return reference;
}

/**
 * Reads an order that this brand created on this server, if the payer has approved it and its terms are unchanged.
 * @throws {MethodRefusedError} for any other order
 */
export async function readOwnOrder(scope: BrandScope, provider: OrderProvider, reference: string) {
  const isThis = and(eq(paymentOrders.provider, provider.name), eq(paymentOrders.reference, reference));
  const [made] = await scope.db.select().from(paymentOrders).where(scope.own(paymentOrders, isThis));
  if (made === undefined) {
    throw new MethodRefusedError('This order wasn’t created for your account. You weren’t charged.', {
      declined: false,
    });
  }
  const { brandId, amountCents, payee } = made;
  const { title, subtitle } = await provider.readOrder(reference, { brandId, amountCents, payee });
  return { reference, amountCents, payee, title, subtitle };
}

/** Retention of unpaid orders, longer than PayPal keeps them. */
const retentionMs = 30 * 86_400_000;

/** Deletes old orders that were never paid. */
export async function pruneOrders(db: Database, now: Date): Promise<void> {
  const isLongAgo = lt(paymentOrders.createdAt, new Date(now.getTime() - retentionMs));
  const isPaid = and(eq(charges.brandId, paymentOrders.brandId), eq(charges.source, paymentOrders.reference));
  await db
    .delete(paymentOrders)
    .where(and(isLongAgo, notExists(db.select({ id: charges.paymentId }).from(charges).where(isPaid))));
}
