import { startPolling } from '#server/services/jobs/poll.ts';
import { checkDueCharges } from './charges.ts';
import type { PaymentDeps } from './settle-charge.ts';

const pollMs = 5_000;

/** Finds out, every few seconds, what became of the charges that are due. @returns what ends it, after a round that runs */
export function startChargeChecks(deps: PaymentDeps): () => Promise<void> {
  return startPolling({
    everyMs: pollMs,
    round: () => checkDueCharges(deps),
    onError: (error) => deps.log.error({ err: error }, 'Charges could not be checked'),
  }).stop;
}
