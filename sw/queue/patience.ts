import { failingIntentBackoff, intentBackoff } from '#domain/time/backoff.ts';
import type { ActionRow } from '#sw/database/action-row.ts';

/** Number of server errors after which the intent itself is the likely cause and the delays grow. */
const shortTries = 7;
/** Number of server errors after which an intent may be abandoned. Including the delays, that takes about nine minutes. */
const minErrors = 14;

/**
 * Cause of a server error, judged by other intents. `own`: the server has accepted others since, so this intent is the cause.
 * `alone`: there was no other intent to compare it with. `shared`: others fail, too, so the server is in trouble.
 */
export type Cause = 'own' | 'alone' | 'shared';

/** Minimum time that an intent must keep failing before it is abandoned, ms. A failing server may need a night to recover. */
const patienceMs: Record<Cause, number> = { own: 0, alone: 3_600_000, shared: 24 * 3_600_000 };

/** Pause after a failure that says nothing about the intent itself, ms. */
export const backOffMs = ({ failures }: Pick<ActionRow, 'failures'>): number => intentBackoff(failures + 1);

type FailingFields = Pick<ActionRow, 'failures' | 'errors' | 'failingSince'>;

/** Pause after another server error, ms. It stays short if other intents fail, too, since the hold-up slows all of them down. */
export function errorPauseMs({ failures, errors }: FailingFields, cause: Cause): number {
  const step = errors + 1 - shortTries;
  if (cause === 'shared' || step < 0) return intentBackoff(failures + 1);
  return failingIntentBackoff(step + 1);
}

/** True if another server error ends the attempts. */
export function shouldGiveUp({ errors, failingSince }: FailingFields, cause: Cause, now: number): boolean {
  return errors + 1 >= minErrors && now - (failingSince ?? now) >= patienceMs[cause];
}
