import * as v from 'valibot';
import type { BrandSession } from '#contract/account/auth.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { errorBodySchema } from '#contract/wire/error.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import { classifyResponse, isKeptOut } from '#domain/intents/classify-response.ts';
import { intentRule, requestOf } from '#domain/intents/intent-rules.ts';
import { retryAfterMs } from '#domain/time/retry-after.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import type { Reading } from '#sw/database/write-guard.ts';
import { NetworkFailure, type NetworkResponse } from '#sw/network/network.ts';
import type { AuthorizedClient } from '#sw/network/session.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { kindOf } from './kinds.ts';

/** Outcome of one attempt. */
export type Outcome =
  | { kind: 'sent'; record: BrandRecord; reading: Reading | null }
  | { kind: 'refused'; attention: NonNullable<ActionRow['attention']>; reading: Reading | null }
  /** The session has ended. Nothing was applied. */
  | { kind: 'session-over' }
  /** The server accepts no intents at the moment. `isUndone`: it stated that it applied nothing. */
  | { kind: 'held-up'; waitMs: number | null; by: 'server' | 'gateway'; isUndone: boolean }
  /** The brand has no access to the dashboard at the moment. Nothing was applied. */
  | { kind: 'kept-out'; attention: NonNullable<ActionRow['attention']>; reading: Reading | null }
  /** The intent may have been applied. `error`: the server's own error. `hung`: only this request got no response. */
  | { kind: 'unknown'; waitMs: number | null; error?: ServerError; hung?: boolean }
  /** The network failed, so the request may or may not have arrived. */
  | { kind: 'no-answer' };

/** A server's error response, or one whose body doesn't match the contract. */
export interface ServerError {
  status: number;
  message: string;
}

const firstTimeoutMs = 10_000;
const maxTimeoutMs = 30_000;
const firstHangMs = 2500;

/** Timeout of an attempt, ms. Doubles with each failure, since the server may just be slow. */
export const timeoutMsOf = ({ failures }: ActionRow): number => Math.min(firstTimeoutMs * 2 ** failures, maxTimeoutMs);

interface Attempt {
  session: BrandSession;
  action: ActionRow;
  /** Consecutive attempts that were abandoned because they hung. */
  hangs: number;
}

/** Makes one attempt to send an intent, with its original key and condition. Never throws. */
export async function attempt(
  { authorised, now }: Pick<Runtime, 'now'> & { authorised: AuthorizedClient },
  { session, action, hangs }: Attempt,
): Promise<Outcome> {
  const { endpoint } = intentRule(action);
  const { params, body, ifMatch } = requestOf(action);
  try {
    const answer = await authorised.send(session, {
      method: endpoint.method,
      path: pathOf(endpoint, params),
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': action.actionId,
        ...(ifMatch === null ? {} : { 'If-Match': `"${ifMatch}"` }),
      },
      body: JSON.stringify(body),
      timeoutMs: timeoutMsOf(action),
      // Doubled after each consecutive hang, so an inherently slow request can complete, too.
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

function outcomeOf(answer: NetworkResponse, action: ActionRow, now: number): Outcome {
  const { status, body, headers, reading } = answer;
  const waitMs = retryAfterMs(headers, now);
  const record = status < 300 ? kindOf(action).settle(body) : null;
  const said = v.safeParse(errorBodySchema, body);
  const { code, message } = said.success ? said.output : { code: null, message: '' };
  switch (classifyResponse({ status, isOfContract: status < 300 ? record !== null : said.success, code })) {
    case 'done':
      if (record === null) return { kind: 'unknown', waitMs, error: { status, message } };
      // A retry may get a replayed response, and not every server marks it as such, so the response's age is unknown.
      return { kind: 'sent', record, reading: action.mayHaveArrived ? null : reading };
    case 'session-over':
      return { kind: 'session-over' };
    case 'later': {
      const by = said.success ? 'server' : 'gateway';
      return { kind: 'held-up', waitMs, by, isUndone: said.success && status === 429 };
    }
    case 'unknown':
      return code === 'idempotency_in_progress'
        ? { kind: 'unknown', waitMs: waitMs ?? 1000 }
        : { kind: 'unknown', waitMs, error: { status, message } };
    case 'refused': {
      const refused = { code: code ?? '', message, status, certainty: 'refused' } as const;
      const kind = isKeptOut({ status, code }) ? 'kept-out' : 'refused';
      return { kind, reading, attention: { ...refused, now: kindOf(action).refusedFor(body) } };
    }
  }
}
