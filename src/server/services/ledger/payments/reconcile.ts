import { and, asc, eq, gt, gte, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '#server/database/database.ts';
import { type chargeStates, charges } from '#server/database/tables/billing-tables.ts';
import { checkCharge } from './charges.ts';
import { auditLedger } from './ledger-audit.ts';
import { type ChargeOutcome, type PaymentProvider, ProviderUnavailableError, type TakenCharge } from './provider.ts';
import { reconcileReversals } from './reversals/reconcile-reversals.ts';
import type { Charge, PaymentDeps } from './settle-charge.ts';

const differenceSchema = v.object({
  /**
   * `not-booked`: the provider took money that isn't in our ledger; `not-taken`: we booked money that the provider doesn't
   * have; `amount`: the amounts differ; `unanswered`: the provider didn't respond; `books`: the ledger is inconsistent.
   */
  kind: v.picklist(['not-booked', 'not-taken', 'amount', 'unanswered', 'books']),
  brandId: v.nullable(v.string()),
  paymentId: v.nullable(v.string()),
  /** The provider's id. */
  reference: v.nullable(v.string()),
  message: v.string(),
});
type Difference = v.InferOutput<typeof differenceSchema>;

export const reconcileReportSchema = v.object({
  since: v.string(),
  /** Charges that were looked up at the provider. */
  checked: v.number(),
  /** Checked charges whose outcome wasn't on the books before. */
  settled: v.number(),
  /** Refunds, disputes and money returned from them that weren't on the books before. */
  reversed: v.number(),
  /** Charges that still have no outcome. */
  pending: v.number(),
  /** Differences for a human to review; none of these were changed. */
  differences: v.array(differenceSchema),
});
export type ReconcileReport = v.InferOutput<typeof reconcileReportSchema>;

/**
 * Compares the ledger with the providers: every charge since the given time, and every older one without an outcome.
 * Books unknown outcomes, as an event or the regular check would have done; other differences are only reported. It can
 * run at any time, concurrently with servers and itself, and again after an interruption.
 */
export async function reconcile(deps: PaymentDeps, since: Date): Promise<ReconcileReport> {
  const counts = { checked: 0, settled: 0, reversed: 0, pending: 0 };
  const report: ReconcileReport = { since: since.toISOString(), ...counts, differences: [] };
  for await (const charge of chargesSince(deps.db, since)) await compare(deps, charge, report);
  for (const provider of new Set([deps.payments.card, deps.payments.paypal])) {
    if (provider === null) continue;
    await compareTaken(deps, provider, since, report);
    report.reversed += await reconcileReversals(deps, provider, since, (message) =>
      report.differences.push({ kind: 'unanswered', brandId: null, paymentId: null, reference: null, message }),
    );
  }
  for (const { brandId, message } of await auditLedger(deps.db)) {
    report.differences.push({ kind: 'books', brandId, paymentId: null, reference: null, message });
  }
  return report;
}

type State = (typeof chargeStates)[number];
const hasOutcome = (state: State) => state === 'SUCCEEDED' || state === 'FAILED';

async function compare(deps: PaymentDeps, charge: Charge, report: ReconcileReport): Promise<void> {
  const outcome = await checkCharge(deps, charge).catch((error: unknown): ChargeOutcome => {
    if (error instanceof ProviderUnavailableError) return { state: 'unknown', cause: error };
    throw error;
  });
  const state = (await stateOf(deps.db, charge)) ?? charge.state;
  report.checked += 1;
  if (state !== charge.state && hasOutcome(state)) report.settled += 1;
  if (!hasOutcome(state)) report.pending += 1;
  const differs = (kind: Difference['kind'], message: string) => {
    const { brandId, paymentId, reference } = charge;
    report.differences.push({ kind, brandId, paymentId, reference, message });
  };
  if (outcome === null) differs('unanswered', notSetUp(deps, charge));
  else if (outcome.state === 'unknown') differs('unanswered', `${charge.provider} didn’t report its outcome.`);
  else if (outcome.state === 'succeeded' && outcome.amountCents !== charge.amountCents) {
    differs('amount', `${charge.amountCents} cents were requested, but ${outcome.amountCents} were charged.`);
  } else if (state === 'SUCCEEDED' && outcome.state !== 'succeeded') {
    differs('not-taken', `The ledger has it as charged; ${charge.provider} says ${outcome.state}.`);
  }
}

/** Charges of the other mode aren't booked: test money must not become spendable. */
function notSetUp({ payments: { card, paypal } }: PaymentDeps, { provider, mode }: Charge): string {
  const other = [card, paypal].find((known) => known?.name === provider)?.mode;
  return other === undefined
    ? `${provider} isn’t set up on this server.`
    : `It was made in ${provider}'s ${mode} mode, but this server uses ${other} mode.`;
}

async function compareTaken(
  { db }: PaymentDeps,
  provider: PaymentProvider,
  since: Date,
  report: ReconcileReport,
): Promise<void> {
  if (provider.taken === undefined) return;
  const differs = ({ brandId, paymentId, reference }: TakenCharge, message: string) =>
    report.differences.push({ kind: 'not-booked', brandId, paymentId, reference, message });
  try {
    for await (const taken of provider.taken(since)) {
      if ((await stateOf(db, taken)) === 'SUCCEEDED') continue;
      differs(taken, `${provider.name} charged ${taken.amountCents} cents that aren’t in the ledger.`);
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    const message = `${provider.name} didn’t list its charges.`;
    report.differences.push({ kind: 'unanswered', brandId: null, paymentId: null, reference: null, message });
  }
}

async function stateOf(db: Database, { brandId, paymentId }: { brandId: string; paymentId: string }) {
  const isThis = and(eq(charges.brandId, brandId), eq(charges.paymentId, paymentId));
  const [row] = await db.select({ state: charges.state }).from(charges).where(isThis);
  return row?.state;
}

const pageSize = 200;

/**
 * Yields charges since a time and older ones without an outcome, in pages, so that other queries can run in between.
 */
async function* chargesSince(db: Database, since: Date): AsyncGenerator<Charge> {
  let after: SQL | undefined;
  for (;;) {
    const page: Charge[] = await db
      .select()
      .from(charges)
      .where(and(or(gte(charges.createdAt, since), sql`${charges.checkAt} is not null`), after))
      .orderBy(asc(charges.brandId), asc(charges.paymentId))
      .limit(pageSize);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    const { brandId, paymentId } = last;
    after = or(gt(charges.brandId, brandId), and(eq(charges.brandId, brandId), gt(charges.paymentId, paymentId)));
  }
}
