import { and, eq } from 'drizzle-orm';
import type { addPaymentMethod } from '#contract/brand/billing.ts';
import type { RequestOf } from '#contract/wire/endpoint.ts';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { paymentCustomers, paymentMethods } from '#server/database/tables/billing-tables.ts';
import { brands } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { newId } from '#server/ids.ts';
import type { CardProvider, MethodLabel, PaymentMode, PaymentProviders, ProviderName } from './provider.ts';

export type StoredMethod = typeof paymentMethods.$inferSelect;

interface NewMethod extends MethodLabel {
  provider: ProviderName;
  mode: PaymentMode;
  reference: string;
}

/** @throws {ApiError} 501 if cards aren't accepted */
export function requireCards({ card }: PaymentProviders): CardProvider {
  if (card === null) throw new ApiError('not_supported', 'Cards are not set up on this server.');
  return card;
}

/** @throws {ApiError} 501 if PayPal isn't accepted */
export function requirePaypal({ paypal }: PaymentProviders): NonNullable<PaymentProviders['paypal']> {
  if (paypal === null) throw new ApiError('not_supported', 'PayPal is not set up on this server.');
  return paypal;
}

/** Begins storing a card. @returns the client secret for the card form */
export async function beginCard(scope: BrandScope, card: CardProvider): Promise<string> {
  return card.beginCard(await customerOf(scope, card));
}

/** Reads the payment method behind a form's token. Calls the provider, so don't call it in a transaction. */
export async function readMethod(
  scope: BrandScope,
  providers: PaymentProviders,
  body: RequestOf<typeof addPaymentMethod>['body'],
): Promise<NewMethod> {
  if (body.type === 'paypal') {
    const { mode } = requirePaypal(providers);
    return { provider: 'paypal', mode, reference: body.paypalId, title: 'PayPal', subtitle: null };
  }
  const card = requireCards(providers);
  return {
    provider: card.name,
    mode: card.mode,
    ...(await card.readCard(body.stripeToken, await customerOf(scope, card))),
  };
}

/** Stores a payment method; an existing one keeps its id. */
export async function storeMethod(writer: BrandWriter, method: NewMethod, now: Date): Promise<{ id: string }> {
  const { brandId, db } = writer;
  const { provider, mode, reference, title, subtitle } = method;
  const [stored] = await db
    .insert(paymentMethods)
    .values({ brandId, id: newId('pmt', now), provider, mode, reference, title, subtitle, createdAt: now })
    .onConflictDoUpdate({
      target: [paymentMethods.brandId, paymentMethods.provider, paymentMethods.reference],
      set: { mode, title, subtitle },
    })
    .returning({ id: paymentMethods.id });
  if (stored === undefined) throw new Error('A payment method wasn’t saved');
  return stored;
}

/** @throws {ApiError} 404 unless it's a card that this server can charge */
export async function readStoredCard(scope: BrandScope, card: CardProvider, id: string): Promise<StoredMethod> {
  const isOfProvider = and(eq(paymentMethods.provider, card.name), eq(paymentMethods.mode, card.mode));
  const isThis = and(eq(paymentMethods.id, id), isOfProvider);
  const [method] = await scope.db.select().from(paymentMethods).where(scope.own(paymentMethods, isThis));
  if (method === undefined) throw new ApiError('not_found', 'Payment method not found.');
  return method;
}

/** Returns the provider's customer id of the brand, creating the customer on first use. */
export async function customerOf(scope: BrandScope, card: CardProvider): Promise<string> {
  const known = await readCustomer(scope, card);
  if (known !== undefined) return known;
  const [brand] = await scope.db
    .select({ id: brands.id, name: brands.name, email: brands.email })
    .from(brands)
    .where(eq(brands.id, scope.brandId));
  if (brand === undefined) throw new Error(`No brand ${scope.brandId}`);
  const reference = await card.createCustomer(brand);
  await scope.db
    .insert(paymentCustomers)
    .values({ brandId: brand.id, provider: card.name, mode: card.mode, reference })
    .onConflictDoNothing();
  return (await readCustomer(scope, card)) ?? reference;
}

async function readCustomer(scope: BrandScope, { name, mode }: CardProvider): Promise<string | undefined> {
  const [row] = await scope.db
    .select({ reference: paymentCustomers.reference })
    .from(paymentCustomers)
    .where(scope.own(paymentCustomers, eq(paymentCustomers.provider, name), eq(paymentCustomers.mode, mode)));
  return row?.reference;
}
