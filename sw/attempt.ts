import * as v from 'valibot';
import type { BrandSession } from '../src/contract/auth.ts';
import { pathOf } from '../src/contract/endpoint.ts';
import { errorBodySchema } from '../src/contract/error.ts';
import { acceptEvidence, type Offer, offerChangedSchema, rejectEvidence } from '../src/contract/offer.ts';
import type { ActionRow } from '../src/offline/action-row.ts';
import type { Reading } from '../src/offline/write-guard.ts';
import type { Authorised } from './authorised.ts';
import { type NetworkAnswer, NetworkFailure } from './network.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Runtime } from './runtime.ts';

/** The end of one try of a decision. */
export type Outcome =
  | { kind: 'sent'; offer: Offer; reading: Reading | null }
  | { kind: 'refused'; attention: NonNullable<ActionRow['attention']>; reading: Reading | null }
  /** The session is over. Nothing was done. */
  | { kind: 'session-over' }
  /** No decision is taken just now. `isUndone`: the server says that it did nothing. */
  | { kind: 'held-up'; waitMs: number | null; by: 'server' | 'gateway'; isUndone: boolean }
  /** Nobody knows whether this one was done. `hasFailed`: the server is in trouble. `hung`: it alone got no answer. */
  | { kind: 'unknown'; waitMs: number | null; hasFailed?: boolean; hung?: boolean }
  /** The network failed: nobody knows whether it arrived. */
  | { kind: 'no-answer' };

const firstTimeoutMs = 10_000;
const maxTimeoutMs = 30_000;
const firstHangMs = 2500;

/** Timeout of a try: longer after each that failed, for it may just be slow. */
export const timeoutMsOf = ({ failures }: ActionRow): number => Math.min(firstTimeoutMs * 2 ** failures, maxTimeoutMs);

interface Try {
  session: BrandSession;
  action: ActionRow;
  /** Number of tries in a row that were given up because they hung. */
  hangs: number;
}

/** Makes one try of a decision, with the key and the condition it was made under. Never throws. */
export async function attempt(
  { authorised, now }: Pick<Runtime, 'now'> & { authorised: Authorised },
  { session, action, hangs }: Try,
): Promise<Outcome> {
  const endpoint = action.kind === 'approve' ? acceptEvidence : rejectEvidence;
  const { requestedChanges } = action;
  try {
    const answer = await authorised.send(session, {
      method: endpoint.method,
      path: pathOf(endpoint, { id: action.offerId }),
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': action.actionId,
        'If-Match': `"${action.fulfillmentId}"`,
      },
      body: JSON.stringify(requestedChanges === null ? {} : { requestedChanges }),
      timeoutMs: timeoutMsOf(action),
      // Longer each time in a row: what is slow for itself has to get through, too.
      hangMs: firstHangMs * 2 ** hangs,
    });
    return outcomeOf(answer, action, now());
  } catch (error) {
    const failure = error instanceof NetworkFailure ? error : null;
    if (failure?.hung) return { kind: 'unknown', waitMs: 0, hung: true };
    if (failure === null || failure.status === null) return { kind: 'no-answer' };
    return { kind: 'held-up', waitMs: failure.retryAfterMs, by: 'gateway', isUndone: false };
  }
}

function outcomeOf(answer: NetworkAnswer, { mayHaveArrived }: ActionRow, now: number): Outcome {
  const { status, body, headers, reading } = answer;
  const waitMs = retryAfterMs(headers, now);
  if (status < 300) {
    const parsed = v.safeParse(acceptEvidence.answer, body);
    if (!parsed.success) return { kind: 'unknown', waitMs, hasFailed: true };
    // An answer to an earlier try is told again, and not every server says so: nobody knows how old it is.
    return { kind: 'sent', offer: parsed.output, reading: mayHaveArrived ? null : reading };
  }
  if (status === 401) return { kind: 'session-over' };
  const said = v.safeParse(errorBodySchema, body);
  // JSON, too, may be a gateway's. Only the server's own word is final.
  if (!said.success) return { kind: 'held-up', waitMs, by: 'gateway', isUndone: false };
  const { message, code } = said.output;
  if (status === 429 || status === 503) return { kind: 'held-up', waitMs, by: 'server', isUndone: status === 429 };
  // The first try is still being done: its result is a moment away.
  if (code === 'idempotency_in_progress') return { kind: 'unknown', waitMs: waitMs ?? 1000 };
  if (status >= 500 || status === 408 || status === 425) return { kind: 'unknown', waitMs, hasFailed: true };
  const changed = v.safeParse(offerChangedSchema, body);
  const offerNow = changed.success ? changed.output.offer : null;
  return { kind: 'refused', reading, attention: { code, message, offerNow, status, certainty: 'refused' } };
}
