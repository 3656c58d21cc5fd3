import { checkDueCharges } from './charges.ts';
import type { PaymentDeps } from './settle-charge.ts';

const pollMs = 5_000;

/** Finds out, every few seconds, what became of the charges that are due. @returns what ends it, after a round that runs */
export function startChargeChecks(deps: PaymentDeps): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= checkDueCharges(deps)
      .then(() => {})
      .catch((error: unknown) => deps.log.error({ err: error }, 'Charges could not be checked'))
      .finally(() => {
        running = null;
      });
  }, pollMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
