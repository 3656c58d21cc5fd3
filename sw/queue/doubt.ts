import * as v from 'valibot';
import type { BrandSession } from '#contract/auth.ts';
import type { BrandRecord, RecordRef } from '#contract/brand-record.ts';
import { pathOf } from '#contract/endpoint.ts';
import { errorBodySchema } from '#contract/error.ts';
import { isOutOfReach } from '#domain/classify-answer.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import type { NetworkAnswer } from '#sw/network/network.ts';
import type { Authorised } from '#sw/network/session.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Outcome } from './attempt.ts';
import { aboutOf, kindOf, requestOf } from './kinds.ts';
import { isDoneHere } from './receipts.ts';
import { callFor } from './records.ts';

const timeoutMs = 10_000;
const hangMs = 2500;

type Refused = Extract<Outcome, { kind: 'refused' }>;
type Known = Pick<NetworkAnswer, 'reading'> & { record: BrandRecord | null };

interface Doubt {
  session: BrandSession;
  action: ActionRow;
  refused: Refused;
}

type Deps = Pick<Runtime, 'outbox'> & { authorised: Authorised };

/**
 * A refusal says nothing of an earlier attempt whose answer was lost: that one may have been applied, and only be forgotten, or
 * what it was about may be out of reach now. So the server is asked for the record, whose current state tells what
 * became of the intent. Where it can't be asked the intent goes on waiting.
 *
 * One without an attempt, as far as the queue knows, may have gone past it while its storage hung, in a run of the worker
 * that was stopped before it could note so. It counts as refused unless the server shows it applied.
 */
export async function resolveDoubt(deps: Deps, { session, action, refused }: Doubt): Promise<Outcome> {
  const { mayHaveArrived } = action;
  const known = await recordNow(deps.authorised, session, aboutOf(action), refused);
  if (known === null) return mayHaveArrived ? { kind: 'unknown', waitMs: null } : refused;
  const { record, reading } = known;
  const isOthers = await isDoneHere(deps.outbox, { ...action, condition: requestOf(action).ifMatch });
  const became = isOthers ? 'not-applied' : record === null ? 'unknown' : kindOf(action).outcome(action, record);
  if (became === 'applied' && record !== null) return { kind: 'sent', record, reading };
  if (!mayHaveArrived) return refused;
  const certainty = became === 'unknown' ? 'unknown' : 'refused';
  return { kind: 'refused', reading, attention: { ...refused.attention, certainty, now: record } };
}

/** The record as the server has it, null where it says that there is none for this brand; null where it didn't say. */
async function recordNow(
  authorised: Authorised,
  session: BrandSession,
  about: RecordRef,
  { attention, reading }: Refused,
): Promise<Known | null> {
  if (attention.now !== null) return { record: attention.now, reading };
  const { endpoint, params, read } = callFor(about);
  const request = { method: endpoint.method, path: pathOf(endpoint, params), timeoutMs, hangMs } as const;
  const answer = await authorised.send(session, request).catch(() => null);
  if (answer === null) return null;
  if (answer.status === 200) {
    const record = read(answer.body);
    return record && { record, reading: answer.reading };
  }
  const isFinal = isOutOfReach(answer.status);
  return isFinal && v.is(errorBodySchema, answer.body) ? { record: null, reading: answer.reading } : null;
}
