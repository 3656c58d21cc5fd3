import { isNotNull, lte, min, sql } from 'drizzle-orm';
import { formatUsd } from '#domain/money/money.ts';
import type { Database } from '#server/database/database.ts';
import { charges } from '#server/database/tables/billing-tables.ts';
import type { JobTable } from '#server/services/jobs/job-table.ts';
import { type JobDeps, jobRunner } from '#server/services/jobs/runner.ts';
import { checkCharge } from './charges.ts';
import { nextCheckMs, type PaymentDeps } from './settle-charge.ts';

/**
 * Charges with an unknown outcome, as jobs. A check never takes money, and concurrent checks of one charge are
 * harmless. `checkAt`, the time of the next check, also serves as the lease.
 */
export const chargeJobs: JobTable<typeof charges> = {
  ...{ kind: 'charge', table: charges, key: ['brandId', 'paymentId'], tries: 'checks', leaseMs: 60_000 },
  order: [charges.checkAt],
  // Checks are retried until the outcome is known.
  waitMs: nextCheckMs,
  isFree: (now) => lte(charges.checkAt, now),
  isHeld: () => isNotNull(charges.checkAt),
  held: (_, until) => ({ checkAt: until }),
  waiting: ({ dueAt }, now) => ({ checkAt: dueAt ?? now }),
  // A charge that is being checked is due again when its lease ends, so it counts as waiting.
  states: { waiting: () => isNotNull(charges.checkAt) },
  describe: ({ checkAt, amountCents, provider }) => ({
    ...{ at: checkAt, about: `${formatUsd(amountCents)} by ${provider}` },
    error: 'Its outcome isn’t known yet.',
  }),
  again: ({ checkAt, state }, { now }) =>
    checkAt === null
      ? { refusal: `This charge is ${state}. Charges are never repeated; the brand can add funds again.` }
      : { set: { checkAt: now } },
};

type CheckDeps = PaymentDeps & JobDeps;

/** Checks due charges every few seconds. @returns a function that stops the checks after the current one */
export const startChargeChecks = (deps: CheckDeps): (() => Promise<void>) => chargeRunner(deps).start().stop;

/** Checks every due charge. @returns the number of charges checked */
export const checkDueCharges = (deps: CheckDeps) => chargeRunner(deps).drain();

/** Counts charges with an unknown outcome by provider, with the time of the oldest. */
export const countUnsettledCharges = (db: Database) =>
  db
    .select({
      provider: charges.provider,
      count: sql`count(*)`.mapWith(Number),
      since: min(charges.createdAt),
    })
    .from(charges)
    .where(isNotNull(charges.checkAt))
    .groupBy(charges.provider);

const chargeRunner = (deps: CheckDeps) =>
  jobRunner(deps, {
    ...{ jobs: chargeJobs, pollMs: 5_000, atOnce: 1, words: 'A charge couldn’t be checked' },
    async run(charge) {
      await checkCharge(deps, charge);
      // Applies only if the check left the outcome unknown.
      return { dueAt: new Date(deps.now().getTime() + nextCheckMs(charge.checks)), countsTry: true, result: 'done' };
    },
    toFailure: () => ({ retryAfterMs: 0, end: { set: {} } }),
    facts: ({ paymentId }) => ({ paymentId }),
  });
