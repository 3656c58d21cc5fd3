import * as v from 'valibot';
import type { BrandSession } from '#contract/account/auth.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { ulidSchema } from '#contract/wire/primitives.ts';
import type { BrandRecord, RecordRef } from '#contract/worker/brand-record.ts';
import { holdHeader, maxHoldMs } from '#contract/worker/worker-message.ts';
import { recordRefOf } from '#domain/intents/intent-rules.ts';
import { copyCallOf } from '#sw/copy/copy-call.ts';
import { readCopy } from '#sw/copy/copy-read.ts';
import { readRecord } from '#sw/copy/records/brand-records.ts';
import type { ApiCall } from '#sw/network/api-call.ts';
import { intentOf, laneOf } from '#sw/queue/kinds.ts';
import type { NewAction } from '#sw/queue/outbox/actions.ts';
import { callFor } from '#sw/queue/records.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { jsonOf } from './json-answers.ts';
import type { Reader } from './reader.ts';

/** A page's call, which may create an intent. */
export interface IntentCall {
  session: BrandSession;
  call: ApiCall;
  headers: Headers;
  body: string;
}

export interface NewActionDeps extends Pick<Runtime, 'copy' | 'now'> {
  reader: Pick<Reader, 'fetchFresh'>;
}

export interface NewActions {
  /** Reads the record from the local copy, or else from the server. */
  recordOf(session: BrandSession, call: ApiCall, about: RecordRef): Promise<BrandRecord | null>;
  /** The action that a call asks for, with the record that the user saw; null if the call can't be queued. */
  actionOf(request: IntentCall): Promise<NewAction | null>;
}

/** Converts pages' calls to actions for the queue. */
export function createNewActions({ copy, now, reader }: NewActionDeps): NewActions {
  async function recordOf(session: BrandSession, call: ApiCall, about: RecordRef): Promise<BrandRecord | null> {
    const stored = await readCopy(copy, session.brandId, (read) => readRecord(read, about)).catch(() => null);
    if (stored !== null) return stored;
    const { endpoint, params, read } = callFor(about);
    const get = copyCallOf({ endpoint, params, url: new URL(pathOf(endpoint, params), call.url) });
    const answer = get && (await reader.fetchFresh(session, get));
    return answer?.status === 200 ? read(answer.body) : null;
  }

  async function actionOf({ session, call, headers, body }: IntentCall): Promise<NewAction | null> {
    const ifMatch = /^"([^"]+)"$/.exec(headers.get('If-Match')?.trim() ?? '')?.[1] ?? null;
    const actionId = headers.get('Idempotency-Key');
    const intent = intentOf({ ...call, body: jsonOf(body), ifMatch });
    if (intent === null || !v.is(ulidSchema, actionId)) return null;
    const seen = await recordOf(session, call, recordRefOf(intent));
    const { brandId } = session;
    const queuedAt = now();
    const holdMs = holdMsOf(headers);
    const held = holdMs > 0 ? { heldUntil: queuedAt + holdMs } : {};
    return seen && { ...intent, actionId, brandId, lane: laneOf(intent), seen, queuedAt, ...held };
  }

  return { recordOf, actionOf };
}

/** Duration of the hold that a page requested, ms; 0 if the header is absent or not a number. */
const holdMsOf = (headers: Headers): number =>
  Math.min(Number(/^\d{1,6}$/.exec(headers.get(holdHeader) ?? '')?.[0] ?? 0), maxHoldMs);
