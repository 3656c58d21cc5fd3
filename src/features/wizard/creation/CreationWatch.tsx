import { useEffect, useRef } from 'react';
import { pauseBeforeTry } from '#api/patience.ts';
import { useWizardRequest } from '#app/wizard-request.ts';
import { askAgain, type Outcome } from './ask.ts';
import { isOld, useUnknownAttempt } from './attempt.ts';
import { useConclude } from './use-conclude.ts';

/** Asks until it is known what became of an attempt; null when there is nothing to ask about any more. */
async function settled(key: string, signal: AbortSignal): Promise<Outcome | null> {
  for (let tries = 0; ; tries += 1) {
    await pauseBeforeTry(tries, signal);
    if (signal.aborted) return null;
    const outcome = await askAgain(key).catch((): Outcome => ({ kind: 'unknown' }));
    if (outcome?.kind !== 'unknown') return outcome;
  }
}

/** Finds out by itself whether a campaign was made whose answer was lost, and says so. Shows nothing. */
export function CreationWatch() {
  const attempt = useUnknownAttempt();
  const conclude = useConclude();
  const isOpen = useRef(false);
  isOpen.current = useWizardRequest() !== null;
  const key = attempt && !isOld(attempt) ? attempt.key : null;
  const { brandId = '', slot = '' } = attempt ?? {};
  useEffect(() => {
    if (key === null) return;
    const stop = new AbortController();
    void settled(key, stop.signal).then((outcome) => {
      if (outcome !== null) conclude({ brandId, slot }, outcome, isOpen.current);
    });
    return () => stop.abort();
  }, [key, brandId, slot, conclude]);
  return null;
}
