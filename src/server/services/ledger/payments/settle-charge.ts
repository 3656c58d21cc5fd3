import { eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { chargeCheckBackoff } from '#domain/time/backoff.ts';
import { type BrandWriter, brandScope, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { charges } from '#server/database/tables/billing-tables.ts';
import { payments } from '#server/database/tables/tables.ts';
import { postEntry } from '../ledger.ts';
import { chargeStep } from './charge-state.ts';
import type { ChargeOutcome, PaymentProviders } from './provider.ts';

export interface PaymentDeps {
  db: Database;
  payments: PaymentProviders;
  log: Pick<Logger, 'error' | 'warn'>;
  now(): Date;
}

export type Charge = typeof charges.$inferSelect;

/** Returns the delay in ms before the provider is asked again: 10 s at first, an hour at most. */
export const nextCheckMs = (checks: number) => chargeCheckBackoff(checks + 1);

/** Books an outcome once, following {@link chargeStep}. */
export async function settleCharge(
  deps: PaymentDeps,
  { brandId, paymentId }: Pick<Charge, 'brandId' | 'paymentId'>,
  outcome: ChargeOutcome,
): Promise<void> {
  const now = deps.now();
  if (outcome.state === 'unknown')
    deps.log.warn({ err: outcome.cause, paymentId }, 'A charge’s outcome isn’t known yet');
  await writeBrand(brandScope(deps.db, brandId), async (writer) => {
    const [charge] = await writer.db
      .select()
      .from(charges)
      .where(writer.own(charges, eq(charges.paymentId, paymentId)));
    if (charge === undefined) throw new Error(`No charge ${paymentId}`);
    const step = chargeStep(charge.state, requireAmount(deps, charge, outcome), charge.amountCents);
    if (step === null) return;
    if (step.entry !== null) await postEntry(writer, { ...step.entry, paymentId, at: now });
    await showPayment(writer, paymentId, step.payment, now);
    const isFinal = step.state !== 'PENDING';
    const dueAt = new Date(now.getTime() + nextCheckMs(charge.checks));
    await writer.db
      .update(charges)
      .set({ state: step.state, checkAt: isFinal ? null : dueAt })
      .where(writer.own(charges, eq(charges.paymentId, paymentId)));
  });
}

/** Treats an amount other than the requested one as unknown, since a human has to look at it. */
function requireAmount(deps: PaymentDeps, charge: Charge, outcome: ChargeOutcome): ChargeOutcome {
  if (outcome.state !== 'succeeded' || outcome.amountCents === charge.amountCents) return outcome;
  const { paymentId, amountCents } = charge;
  deps.log.error({ paymentId, amountCents, taken: outcome.amountCents }, 'A provider charged a different amount');
  return { state: 'unknown' };
}

async function showPayment(
  { db, own, revision }: BrandWriter,
  paymentId: string,
  { status, statusReason }: { status: typeof payments.$inferSelect.status; statusReason: string | null },
  now: Date,
): Promise<void> {
  const isSame = sql`${payments.status} = ${status} and ${payments.statusReason} is not distinct from ${statusReason}`;
  await db
    .update(payments)
    .set({ status, statusReason, updatedAt: now, revision })
    .where(own(payments, eq(payments.id, paymentId), sql`not (${isSame})`));
}
