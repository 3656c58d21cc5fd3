import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pauseBeforeTry } from '#api/patience.ts';
import { toastError } from '#ui/toast.tsx';
import { closeAddFunds } from '../add-funds-request.ts';
import { alone, askAgain, lookAtPayment, type Outcome } from './ask-for-funds.ts';
import { type Attempt, clearAttempt, readAttempt, useUnknownAttempt } from './attempt.ts';
import { refreshFunds, tellOutcome } from './funds-told.ts';

/** A wish of yesterday must not be charged today because only now there is a network. */
const repeatedForMs = 3_600_000;

const isTooOld = ({ askedAt, paymentId }: Attempt) =>
  paymentId === null && Date.now() - Date.parse(askedAt) > repeatedForMs;

type Known = Exclude<Outcome, { kind: 'unknown' }>;

/** One more try; null when there is nothing to ask about any more, or nobody can say. */
function tryOnce(key: string): Promise<Outcome | null> {
  return alone(async () => {
    const attempt = readAttempt();
    if (attempt?.key !== key || isTooOld(attempt)) return null;
    const outcome = await (attempt.paymentId === null ? askAgain(attempt) : lookAtPayment(attempt));
    if (outcome.kind === 'funded') closeAddFunds();
    if (outcome.kind !== 'unknown') clearAttempt();
    return outcome;
  });
}

/** Asks until it is known what became of the attempt; null as {@link tryOnce}. */
async function settled(key: string, signal: AbortSignal): Promise<Known | null> {
  for (let tries = 0; ; tries += 1) {
    await pauseBeforeTry(tries, signal);
    if (signal.aborted) return null;
    const outcome = await tryOnce(key).catch((): Outcome => ({ kind: 'unknown' }));
    if (outcome?.kind !== 'unknown') return outcome;
  }
}

/** Finds out by itself what became of a payment whose answer was lost, and says so. Shows nothing. */
export function FundsWatch() {
  const client = useQueryClient();
  const key = useUnknownAttempt()?.key ?? null;
  useEffect(() => {
    if (key === null) return;
    const stop = new AbortController();
    void settled(key, stop.signal).then((outcome) => {
      if (outcome !== null) return tellOutcome(client, outcome);
      if (stop.signal.aborted || readAttempt()?.key !== key) return;
      clearAttempt();
      toastError('Your bank could not be asked about your last payment.', {
        detail: 'See Payments in Settings before you pay again.',
        id: 'funds',
      });
      void refreshFunds(client).catch(() => undefined);
    });
    return () => stop.abort();
  }, [key, client]);
  return null;
}
