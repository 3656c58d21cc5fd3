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

/** A charge before it is recorded. */
export interface ChargePlan extends MethodLabel {
  provider: ProviderName;
  mode: PaymentMode;
  customer: string | null;
  source: string;
  /** The account that receives an order's payment; null for cards. */
  payee: string | null;
  amountCents: number;
  /** The provider's id, if it is already known. */
  reference: string | null;
}

/** A user's action, identified by its idempotency key and a hash of its request. */
export interface ChargeAction {
  key: string;
  requestHash: string;
}

/**
 * Age at which a charge that is still open at the provider is concluded. It is longer than a request waits for a
 * provider, so no request is working on the charge.
 */
const abandonedMs = 120_000;
/** Age at which an unconfirmed charge is concluded, enough for a payer to find their phone and enter a code. */
const confirmableMs = 15 * 60_000;
const firstCheckMs = 60_000;

/**
 * Returns an action's charge; undefined if the charge hasn't begun.
 * @throws {ApiError} if the key was used for another request
 */
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
 * Records a charge with the idempotency key for the provider, and shows it as a pending payment. No money is taken yet.
 * @throws {ApiError} 400 if the order already pays for another charge
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
 * Executes a recorded charge at the provider, and books the outcome. Safe to call again after an interruption; {@link
 * checkCharge} handles charges that already have an outcome.
 * @throws {ProviderUnavailableError} if no money could have been taken yet
 * @throws {ApiError} 402 `confirmation_required` while the payer has to confirm the charge; no money is taken until
 * then
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
 * Fetches a charge's outcome from the provider and books it. Concludes a charge that was interrupted before the
 * provider was asked to take the money. Safe at any time and concurrently with any other call.
 * @returns the provider's outcome; null if the provider isn't set up
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
  // An open charge can still be paid, so there is nothing to book yet.
  if (outcome.state !== 'open' && outcome.state !== 'confirming') await settleCharge(deps, charge, outcome);
  return outcome;
}

const isLeft = ({ state }: ChargeOutcome, ageMs: number) =>
  (state === 'open' && ageMs >= abandonedMs) || (state === 'confirming' && ageMs >= confirmableMs);

/** Returns the provider's id of a charge; creates and stores it if it's missing. */
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
