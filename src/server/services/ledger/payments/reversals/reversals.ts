import { and, eq, sql } from 'drizzle-orm';
import { type BrandWriter, brandScope, writeBrand } from '#server/database/brand-scope.ts';
import { chargeReversals, charges } from '#server/database/tables/billing-tables.ts';
import { payments } from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';
import { postEntry } from '#server/services/ledger/ledger.ts';
import { ProviderUnavailableError, providerOf, type Reversal } from '../provider.ts';
import type { Charge, PaymentDeps } from '../settle-charge.ts';

type Booked = typeof chargeReversals.$inferSelect;

/**
 * Maximum number of readings. If another process books a reading between our read and our booking, ours is outdated and
 * is repeated.
 */
const maxReadings = 5;

/**
 * Fetches a charge's refunds and disputes from the provider, and books the difference from the ledger. Each
 * difference moves the balance once, regardless of the number and order of concurrent calls.
 * @returns the number of movements of money booked
 * @throws {ProviderUnavailableError} if the provider doesn't respond
 */
export async function checkReversals(deps: PaymentDeps, asked: Charge): Promise<number> {
  const { brandId, paymentId } = asked;
  const port = providerOf(deps.payments, asked);
  if (port?.reversals === undefined) return 0;
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const [charge] = await deps.db
      .select()
      .from(charges)
      .where(and(eq(charges.brandId, brandId), eq(charges.paymentId, paymentId)));
    // Money that was never received can't be reversed.
    if (charge === undefined || charge.reference === null || charge.state !== 'SUCCEEDED') return 0;
    const reported = await port.reversals(charge.reference);
    if (reported.length === 0) return 0;
    const movements = await book(deps, charge, reported);
    if (movements !== null) return movements;
  }
  throw new ProviderUnavailableError('Another process is booking this charge’s refunds and disputes');
}

/** @returns null if another reading was booked since the charge was read */
function book(deps: PaymentDeps, charge: Charge, reported: readonly Reversal[]): Promise<number | null> {
  const { brandId, paymentId, reversalReadings } = charge;
  return writeBrand(brandScope(deps.db, brandId), async (writer) => {
    const isSameReading = eq(charges.reversalReadings, reversalReadings);
    const [ours] = await writer.db
      .update(charges)
      .set({ reversalReadings: sql`${charges.reversalReadings} + 1` })
      .where(writer.own(charges, eq(charges.paymentId, paymentId), isSameReading))
      .returning({ paymentId: charges.paymentId });
    if (ours === undefined) return null;
    const rows = await writer.db
      .select()
      .from(chargeReversals)
      .where(writer.own(chargeReversals, eq(chargeReversals.paymentId, paymentId)));
    let movements = 0;
    for (const reversal of reported) {
      const booked = rows.find(({ reference }) => reference === reversal.reference);
      if (await bookOne(writer, charge, reversal, booked, deps.now())) movements += 1;
    }
    return movements;
  });
}

async function bookOne(
  writer: BrandWriter,
  charge: Charge,
  { reference, kind, cents, isFinal }: Reversal,
  booked: Booked | undefined,
  at: Date,
): Promise<boolean> {
  const goes = cents - (booked?.bookedCents ?? 0);
  if (booked !== undefined && goes === 0 && booked.isFinal === isFinal) return false;
  const { brandId, provider, paymentId } = charge;
  await writer.db
    .insert(chargeReversals)
    .values({ brandId, provider, reference, paymentId, kind, bookedCents: cents, isFinal, updatedAt: at })
    .onConflictDoUpdate({
      target: [chargeReversals.brandId, chargeReversals.provider, chargeReversals.reference],
      set: { bookedCents: cents, isFinal, updatedAt: at },
    });
  if (goes === 0) return false;
  const id = newId('pay', at);
  const [paid] = await writer.db
    .select({ methodTitle: payments.methodTitle, methodSubtitle: payments.methodSubtitle })
    .from(payments)
    .where(writer.own(payments, eq(payments.id, paymentId)));
  if (paid === undefined) throw new Error(`No payment ${paymentId}`);
  await writer.db.insert(payments).values({
    ...{ brandId, id, kind, amountCents: -goes, status: 'COMPLETED', createdAt: at, updatedAt: at },
    ...paid,
    revision: writer.revision,
  });
  await postEntry(writer, { kind: 'funds_reversed', lines: { available: -goes, provider: goes }, paymentId: id, at });
  return true;
}
