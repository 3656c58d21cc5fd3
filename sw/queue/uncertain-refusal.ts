import * as v from 'valibot';
import type { BrandSession } from '#contract/account/auth.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { errorBodySchema } from '#contract/wire/error.ts';
import type { BrandRecord, RecordRef } from '#contract/worker/brand-record.ts';
import { keepsFailingCode } from '#contract/worker/sync-status.ts';
import { isKeptOut, isOutOfReach } from '#domain/intents/classify-response.ts';
import type { IntentOutcome } from '#domain/intents/decision-outcome.ts';
import { recordRefOf, requestOf } from '#domain/intents/intent-rules.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import type { NetworkResponse } from '#sw/network/network.ts';
import type { AuthorizedClient } from '#sw/network/session.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Outcome, ServerError } from './attempt.ts';
import { kindOf } from './kinds.ts';
import { isDoneHere } from './receipts.ts';
import { callFor } from './records.ts';

const timeoutMs = 10_000;
const hangMs = 2500;

type Refused = Extract<Outcome, { kind: 'refused' }>;
type Known = Pick<NetworkResponse, 'reading'> & { record: BrandRecord | null };

interface UncertainRefusal {
  session: BrandSession;
  action: ActionRow;
  refused: Refused;
}

type Deps = Pick<Runtime, 'outbox'> & { authorised: AuthorizedClient };

/**
 * Resolves a refusal that follows an attempt whose response was lost. The refusal proves nothing about that attempt: the server
 * may have applied it and forgotten its key, or the record may be inaccessible now. The record's current state therefore decides.
 * If it can't be fetched, the intent stays queued.
 *
 * An intent without a recorded attempt may have been sent without the queue while the storage hung, by a worker that was stopped
 * before it could record that. It counts as refused unless the server's record shows that it was applied.
 */
export async function resolveUncertainRefusal(
  deps: Deps,
  { session, action, refused }: UncertainRefusal,
): Promise<Outcome> {
  const { mayHaveArrived } = action;
  const { attention } = refused;
  const known =
    attention.now === null
      ? await recordNow(deps.authorised, session, recordRefOf(action))
      : { record: attention.now, reading: refused.reading };
  if (known === null) return mayHaveArrived ? { kind: 'unknown', waitMs: null } : refused;
  const { record, reading } = known;
  const became = await outcomeOf(deps, action, record);
  if (became === 'applied' && record !== null) return { kind: 'sent', record, reading };
  if (!mayHaveArrived) return refused;
  const certainty = became === 'unknown' ? 'unknown' : 'refused';
  return { kind: 'refused', reading, attention: { ...attention, certainty, now: record } };
}

/**
 * Gives up on an intent to which the server keeps responding with an error. The server may still have applied it. If its record
 * shows that, the intent counts as sent; otherwise the user decides.
 */
export async function resolveFailingIntent(
  deps: Deps,
  { session, action, error }: Omit<UncertainRefusal, 'refused'> & { error: ServerError },
): Promise<Outcome> {
  const known = await recordNow(deps.authorised, session, recordRefOf(action));
  const record = known?.record ?? null;
  const reading = known?.reading ?? null;
  if (record !== null && (await outcomeOf(deps, action, record)) === 'applied')
    return { kind: 'sent', record, reading };
  const attention = { ...error, code: keepsFailingCode, certainty: 'unknown', now: record } as const;
  return { kind: 'refused', reading, attention };
}

/**
 * Infers an intent's outcome from the record's current state. A receipt of another intent on the same content shows that this one
 * wasn't applied.
 */
async function outcomeOf(deps: Deps, action: ActionRow, record: BrandRecord | null): Promise<IntentOutcome> {
  if (await isDoneHere(deps.outbox, { ...action, condition: requestOf(action).ifMatch })) return 'not-applied';
  return record === null ? 'unknown' : kindOf(action).outcome(action, record);
}

/**
 * Fetches the server's record. `record` is null if the server has none for this brand; the result is null if the response was
 * unusable.
 */
async function recordNow(authorised: AuthorizedClient, session: BrandSession, about: RecordRef): Promise<Known | null> {
  const { endpoint, params, read } = callFor(about);
  const request = { method: endpoint.method, path: pathOf(endpoint, params), timeoutMs, hangMs } as const;
  const answer = await authorised.send(session, request).catch(() => null);
  if (answer === null) return null;
  if (answer.status === 200) {
    const record = read(answer.body);
    return record && { record, reading: answer.reading };
  }
  const said = v.safeParse(errorBodySchema, answer.body);
  // The response to a brand without access says nothing about its records.
  const isFinal = said.success && isOutOfReach(answer.status) && !isKeptOut({ ...answer, ...said.output });
  return isFinal ? { record: null, reading: answer.reading } : null;
}
