import { and, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { chargeReversals, charges } from '#server/database/tables/billing-tables.ts';
import { type PaymentProvider, ProviderUnavailableError } from '../provider.ts';
import type { PaymentDeps } from '../settle-charge.ts';
import { checkReversals } from './reversals.ts';

/**
 * Charges made in this time are always checked, since PayPal payers can dispute a payment for 180 days, and PayPal
 * can't list refunds.
 */
const disputableMs = 190 * 86_400_000;

/**
 * Books refunds and disputes since a time that no event has reported, and updates earlier ones that were still open.
 * @param differs is called with a message if the provider didn't respond
 * @returns the number of movements of money booked
 */
export async function reconcileReversals(
  deps: PaymentDeps,
  provider: PaymentProvider,
  since: Date,
  differs: (message: string) => void,
): Promise<number> {
  if (provider.reversals === undefined) return 0;
  let booked = 0;
  try {
    for (const charge of await chargesToAsk(deps, provider, since)) booked += await checkReversals(deps, charge);
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    differs(`${provider.name} didn’t list its refunds and disputes.`);
  }
  return booked;
}

async function chargesToAsk({ db, now }: PaymentDeps, provider: PaymentProvider, since: Date) {
  const openOnes = db
    .select({ brandId: chargeReversals.brandId, paymentId: chargeReversals.paymentId })
    .from(chargeReversals)
    .where(eq(chargeReversals.isFinal, false));
  const isOpen = sql`(${charges.brandId}, ${charges.paymentId}) in ${openOnes}`;
  let isRecent: SQL | undefined;
  if (provider.reversedSince === undefined) {
    const disputableSince = new Date(now().getTime() - disputableMs);
    isRecent = gte(charges.createdAt, since < disputableSince ? since : disputableSince);
  } else {
    const references = new Set<string>();
    for await (const reference of provider.reversedSince(since)) references.add(reference);
    isRecent = references.size === 0 ? undefined : inArray(charges.reference, [...references]);
  }
  const isToAsk = isRecent === undefined ? isOpen : or(isRecent, isOpen);
  return db
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.provider, provider.name),
        or(eq(charges.mode, provider.mode), isNull(charges.mode)),
        eq(charges.state, 'SUCCEEDED'),
        isToAsk,
      ),
    );
}
