import { and, eq } from 'drizzle-orm';
import type * as v from 'valibot';
import type { confirmationSchema } from '#contract/brand/billing.ts';
import { type BrandScope, writeBrand } from '#server/database/brand-scope.ts';
import { charges } from '#server/database/tables/billing-tables.ts';
import { payments } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { newId } from '#server/ids.ts';
import {
  type ChargeOutcome,
  type ChargeRequest,
  type MethodLabel,
  MethodRefusedError,
  type PaymentMode,
  type PaymentProvider,
  type ProviderName,
  providerOf,
} from './provider.ts';
import { type Charge, type PaymentDeps, settleCharge } from './settle-charge.ts';

/** A charge before it is written down. */
export interface ChargePlan extends MethodLabel {
  provider: ProviderName;
  mode: PaymentMode;
  customer: string | null;
  source: string;
  /** The account that an order pays; null for cards. */
  payee: string | null;
  amountCents: number;
  /** The provider's id, where it is known before. */
  reference: string | null;
}

/** A user's action: its idempotency key and its request. */
export interface ChargeAction {
  key: string;
  requestHash: string;
}

/**
 * Longer than a request waits for a provider: a charge this old that the provider was not asked to take has no request that works
 * on it any more, and may be brought to an end.
 */
const abandonedMs = 120_000;
/** Time for a payer to find a phone and type the code it shows. */
const confirmableMs = 15 * 60_000;
const firstCheckMs = 60_000;

/** The charge of an action; undefined before it was begun. */
export async function chargeOf(scope: BrandScope, { key, requestHash }: ChargeAction): Promise<Charge | undefined> {
  const [charge] = await scope.db
    .select()
    .from(charges)
    .where(scope.own(charges, eq(charges.idempotencyKey, key)));
  if (charge !== undefined && charge.requestHash !== requestHash) {
    throw new ApiError('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
  return charge;
}

/**
 * Records a charge before it is made, with the idempotency key for the provider, and shows it as a pending payment. Nothing is
 * taken yet.
 * @throws {ApiError} 400 for an order that pays something else already
 */
export function beginCharge(scope: BrandScope, action: ChargeAction, plan: ChargePlan, now: Date): Promise<Charge> {
  return writeBrand(scope, async (writer) => {
    const begun = await chargeOf(writer, action);
    if (begun !== undefined) return begun;
    const { brandId, db, revision } = writer;
    const { title, subtitle, ...asked } = plan;
    const paymentId = newId('pay', now);
    const [charge] = await db
      .insert(charges)
      .values({
        ...asked,
        brandId,
        paymentId,
        idempotencyKey: action.key,
        requestHash: action.requestHash,
        providerKey: `afield-${brandId}-${action.key}`,
        createdAt: now,
        checkAt: new Date(now.getTime() + firstCheckMs),
      })
      .onConflictDoNothing()
      .returning();
    if (charge === undefined) throw new ApiError('invalid_request', 'This order was used for another payment.');
    await db.insert(payments).values({
      brandId,
      id: paymentId,
      amountCents: plan.amountCents,
      methodTitle: title,
      methodSubtitle: subtitle,
      status: 'PENDING',
      createdAt: now,
      updatedAt: now,
      revision,
    });
    return charge;
  });
}

/**
 * Has the provider take a begun charge, and books the outcome. May be called again after any interruption; a charge that has
 * an outcome already is left to {@link checkCharge}.
 * @throws {ProviderUnavailableError} if nothing could be taken yet
 * @throws {ApiError} 402 `confirmation_required` while its payer has to confirm it; nothing is taken until then
 */
export async function carryOut(deps: PaymentDeps, charge: Charge): Promise<void> {
  if (charge.state !== 'STARTED') return;
  const provider = providerOf(deps.payments, charge);
  if (provider === null) throw new ApiError('not_supported', 'This payment method isn’t set up on this server.');
  const request = requestOf(charge);
  let outcome: ChargeOutcome;
  try {
    outcome = await provider.take(await referenceOf(deps, provider, charge), request);
  } catch (error) {
    if (!(error instanceof MethodRefusedError)) throw error;
    outcome = { state: 'failed', reason: error.message };
  }
  if (outcome.state === 'confirming') {
    const body = { clientSecret: outcome.clientSecret } satisfies v.InferOutput<typeof confirmationSchema>;
    throw new ApiError('confirmation_required', 'Your bank asks you to confirm this payment.', { body });
  }
  await settleCharge(deps, charge, outcome);
}

/**
 * Asks the provider for a charge's outcome and books it. A charge that was interrupted before the provider was asked to take it
 * is concluded. Safe at any time and concurrently with anything else.
 * @returns the provider's answer; null if the provider isn't set up
 */
export async function checkCharge(deps: PaymentDeps, charge: Charge): Promise<ChargeOutcome | null> {
  const provider = providerOf(deps.payments, charge);
  if (provider === null) return null;
  const request = requestOf(charge);
  let outcome: ChargeOutcome;
  try {
    const reference = await referenceOf(deps, provider, charge);
    outcome = await provider.look(reference, request);
    const ageMs = deps.now().getTime() - charge.createdAt.getTime();
    if (isLeft(outcome, ageMs)) outcome = await provider.conclude(reference, request);
  } catch (error) {
    if (!(error instanceof MethodRefusedError)) throw error;
    outcome = { state: 'failed', reason: error.message };
  }
  // Still open: its payer may yet have it taken, so there is nothing to book.
  if (outcome.state !== 'open' && outcome.state !== 'confirming') await settleCharge(deps, charge, outcome);
  return outcome;
}

const isLeft = ({ state }: ChargeOutcome, ageMs: number) =>
  (state === 'open' && ageMs >= abandonedMs) || (state === 'confirming' && ageMs >= confirmableMs);

/** The provider's id of a charge, asked for and kept if it isn't known yet. */
async function referenceOf({ db }: PaymentDeps, provider: PaymentProvider, charge: Charge): Promise<string> {
  if (charge.reference !== null) return charge.reference;
  const reference = await provider.prepare(requestOf(charge));
  await db.update(charges).set({ reference }).where(isCharge(charge));
  return reference;
}

const isCharge = ({ brandId, paymentId }: Pick<Charge, 'brandId' | 'paymentId'>) =>
  and(eq(charges.brandId, brandId), eq(charges.paymentId, paymentId));

const requestOf = ({ providerKey: key, ...charge }: Charge): ChargeRequest => {
  const { brandId, paymentId, amountCents, customer, source, payee } = charge;
  return { brandId, paymentId, amountCents, customer, source, payee, key };
};
