import * as v from 'valibot';
import type { BrandSession } from '../src/contract/auth.ts';
import { pathOf } from '../src/contract/endpoint.ts';
import { acceptEvidence, type Offer, offerChangedSchema, rejectEvidence } from '../src/contract/offer.ts';
import type { ActionRow } from '../src/offline/action-row.ts';
import type { Reading } from '../src/offline/write-guard.ts';
import type { Authorised } from './authorised.ts';
import { type NetworkAnswer, NetworkFailure } from './network.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Runtime } from './runtime.ts';

/** How one try of a decision ended. */
export type Outcome =
  | { kind: 'sent'; offer: Offer; reading: Reading | null }
  | { kind: 'refused'; attention: NonNullable<ActionRow['attention']>; reading: Reading | null }
  /** Not now: the session is over, or the server is busy. Nothing was done. */
  | { kind: 'session-over' }
  | { kind: 'later'; waitMs: number; everyone: boolean }
  /** Nobody knows whether it was done. `everyone`: others would fare no better. `hung`: it alone got no answer. */
  | { kind: 'unknown'; waitMs: number | null; everyone: boolean; hung?: boolean };

const firstTimeoutMs = 10_000;
const maxTimeoutMs = 30_000;
const firstHangMs = 2500;

/** How long a try may take: more after each that failed, for it may just be slow. */
export const timeoutMsOf = ({ failures }: ActionRow): number => Math.min(firstTimeoutMs * 2 ** failures, maxTimeoutMs);

const saidSchema = v.object({ message: v.string(), code: v.optional(v.string(), 'unknown') });

interface Try {
  session: BrandSession;
  action: ActionRow;
  /** How often in a row it was given up because it hung. */
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
    if (failure?.hung) return { kind: 'unknown', waitMs: 0, everyone: false, hung: true };
    return { kind: 'unknown', waitMs: failure?.retryAfterMs ?? null, everyone: true };
  }
}

function outcomeOf(answer: NetworkAnswer, { mayHaveArrived }: ActionRow, now: number): Outcome {
  const { status, body, headers, reading } = answer;
  const waitMs = retryAfterMs(headers, now);
  if (status < 300) {
    const parsed = v.safeParse(acceptEvidence.answer, body);
    if (!parsed.success) return { kind: 'unknown', waitMs, everyone: false };
    // What arrived before is told again, and not every server says so: nobody knows how old that is.
    return { kind: 'sent', offer: parsed.output, reading: mayHaveArrived ? null : reading };
  }
  const said = v.safeParse(saidSchema, body);
  const { message, code } = said.success
    ? said.output
    : { message: `API responded with status: ${status}`, code: 'unknown' };
  if (status === 401) return { kind: 'session-over' };
  if (status === 429) return { kind: 'later', waitMs: waitMs ?? 2000, everyone: true };
  // The first try is still being done: its result is a moment away.
  if (code === 'idempotency_in_progress') return { kind: 'unknown', waitMs: waitMs ?? 1000, everyone: false };
  if (status >= 500 || status === 408 || status === 425) return { kind: 'unknown', waitMs, everyone: status === 503 };
  const changed = v.safeParse(offerChangedSchema, body);
  return {
    kind: 'refused',
    reading,
    attention: { code, message, offerNow: changed.success ? changed.output.offer : null, status },
  };
}
