import type { ActionRow } from '#sw/database/action-row.ts';

/** Short, because an intent must be sent within 5 s of the network's return, however often it failed before. */
const shortPauseMs = (failures: number) => Math.min(250 * 2 ** failures, 2000);
/** After this many errors of the server the intent itself is the likely cause, and the pauses grow. */
const shortTries = 7;
const longPausesMs = [4000, 8000, 15_000, 30_000, 60_000, 120_000, 300_000] as const;
/** Errors of the server after which an intent may be given up; with the pauses above they take about nine minutes. */
const leastErrors = 14;

/**
 * Cause of an error of the server, judged by other intents. `own`: the server has taken others since, so it is this intent.
 * `alone`: there was no other to compare with. `shared`: others fail, too, so the server is in trouble.
 */
export type Cause = 'own' | 'alone' | 'shared';

/** Time that an intent has to keep failing before it is given up, ms. A server in trouble may need a night to recover. */
const patienceMs: Record<Cause, number> = { own: 0, alone: 3_600_000, shared: 24 * 3_600_000 };

/** Pause after a failure that says nothing about the intent itself, ms. */
export const backOffMs = ({ failures }: Pick<ActionRow, 'failures'>): number => shortPauseMs(failures);

type Failing = Pick<ActionRow, 'failures' | 'errors' | 'failingSince'>;

/** Pause after one more error of the server, ms. In trouble that others share it stays short: the hold-up slows all of them. */
export function errorPauseMs({ failures, errors }: Failing, cause: Cause): number {
  const step = errors + 1 - shortTries;
  if (cause === 'shared' || step < 0) return shortPauseMs(failures);
  return longPausesMs[Math.min(step, longPausesMs.length - 1)] ?? 0;
}

/** True if one more server error ends the attempts. */
export function isGivenUp({ errors, failingSince }: Failing, cause: Cause, now: number): boolean {
  return errors + 1 >= leastErrors && now - (failingSince ?? now) >= patienceMs[cause];
}
