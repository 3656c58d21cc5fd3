import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { charges, providerEvents } from '#server/database/tables/billing-tables.ts';
import { checkCharge } from './charges.ts';
import { type ProviderEvent, type ProviderName, ProviderUnavailableError } from './provider.ts';
import { checkReversals } from './reversals/reversals.ts';
import type { PaymentDeps } from './settle-charge.ts';

/** Retention of events, longer than Stripe retries an event. */
const retentionMs = 90 * 86_400_000;

/**
 * Handles a webhook event once. An event only triggers a check that fetches the current state from the provider, so
 * events may arrive twice, late and in any order.
 * @throws {ProviderUnavailableError} if the provider doesn't respond; the provider should then send the event again
 */
export async function handleProviderEvent(
  deps: PaymentDeps,
  provider: ProviderName,
  event: ProviderEvent,
): Promise<void> {
  const { db } = deps;
  if (event.charge === null) return;
  const isThis = and(eq(providerEvents.provider, provider), eq(providerEvents.id, event.id));
  const known = await db.select({ id: providerEvents.id }).from(providerEvents).where(isThis);
  if (known.length > 0) return;
  const isNamed =
    'reference' in event.charge
      ? eq(charges.reference, event.charge.reference)
      : and(eq(charges.brandId, event.charge.brandId), eq(charges.paymentId, event.charge.paymentId));
  const [charge] = await db
    .select()
    .from(charges)
    .where(and(isNamed, eq(charges.provider, provider)));
  // Another installation may share the provider's account. Its charges are unknown here.
  if (charge !== undefined) {
    const outcome = await checkCharge(deps, charge);
    if (outcome?.state === 'unknown') throw new ProviderUnavailableError('No outcome yet', { cause: outcome.cause });
    await checkReversals(deps, charge);
  }
  await db
    .insert(providerEvents)
    .values({ provider, id: event.id, type: event.type, receivedAt: deps.now() })
    .onConflictDoNothing();
}

/** Deletes events that are too old to be sent again. */
export async function pruneEvents(db: Database, now: Date): Promise<void> {
  await db.delete(providerEvents).where(lt(providerEvents.receivedAt, new Date(now.getTime() - retentionMs)));
}
