import { randomBytes } from 'node:crypto';
import type { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { addFunds } from '#contract/brand/billing.ts';
import { acceptEvidence, type Offer, rejectEvidence } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { classifyResponse } from '#domain/intents/classify-response.ts';
import { ulid } from '#domain/shared/ulid.ts';
import { retryAfterMs } from '#domain/time/retry-after.ts';
import { call } from './http.ts';
import type { Phone } from './phone.ts';

/** A write by a phone, from the tap to its response. Times are on the process's monotonic clock, in ms. */
export interface Write {
  key: string;
  brandId: string;
  kind: 'approve' | 'request-changes' | 'add-funds';
  /** Null for funds. */
  offerId: string | null;
  /** Null for decisions; for funds, a unique amount. */
  amountCents: number | null;
  tappedAt: number;
  answeredAt: number | null;
  attempts: number;
  /** True if the outcome of an attempt was unknown. */
  wasUnknown: boolean;
  outcome: 'open' | 'done' | 'refused';
  /** Status and code of the last response. */
  lastAnswer: string;
}

/** As in `sw/queue`: the timeout of an attempt, and the pause after a failed one. */
const timeoutMsOf = (failures: number) => Math.min(10_000 * 2 ** failures, 30_000);
const pauseMsOf = (failures: number) => Math.min(250 * 2 ** failures, 2_000);

interface Request {
  path: string;
  body: unknown;
  ifMatch: string | null;
}

interface Deps {
  agent: Agent;
  address: string;
  /** A unique amount. */
  nextAmountCents(): number;
  /** True once the run has ended; open writes stay open. */
  isOver(): boolean;
}

/**
 * Creates a phone's next write and sends it until it gets a final response; null if the phone shows nothing to decide
 * on.
 */
export function writeNext(phone: Phone, isMoney: boolean, deps: Deps): { write: Write; sent: Promise<void> } | null {
  const planned = isMoney ? planFunds(phone, deps.nextAmountCents()) : planDecision(phone);
  if (planned === null) return null;
  const { kind, offerId, amountCents, request } = planned;
  const write: Write = {
    ...{ key: ulid(Date.now(), randomBytes(16)), brandId: phone.seat.brandId, kind, offerId, amountCents },
    ...{ tappedAt: performance.now(), answeredAt: null, attempts: 0, wasUnknown: false, outcome: 'open' },
    lastAnswer: '',
  };
  return { write, sent: send(phone, write, request, deps) };
}

type Planned = Pick<Write, 'kind' | 'offerId' | 'amountCents'> & { request: Request };

function planFunds({ seat }: Phone, amountCents: number): Planned {
  const body = { type: 'stripe', paymentMethodId: seat.cardId, amountCents };
  return { kind: 'add-funds', offerId: null, amountCents, request: { path: addFunds.path, body, ifMatch: null } };
}

/** Decides on the first submission in review in the phone's data; after a loss, it may have been decided on before. */
function planDecision({ copy, seat }: Phone): Planned | null {
  for (const offerId of seat.offerIds) {
    const stage = copy.get<Offer>('offer', offerId)?.currentStage;
    if (stage?.type !== 'AWAITING_EVIDENCE_CLEARANCE' || stage.fulfillment === null) continue;
    const kind = Math.random() < 0.8 ? 'approve' : 'request-changes';
    const ifMatch = `"${stage.fulfillment.id}"`;
    const requestedChanges = [{ templateName: 'START_OVER', variables: {} }];
    const request =
      kind === 'approve'
        ? { path: pathOf(acceptEvidence, { id: offerId }), body: {}, ifMatch }
        : { path: pathOf(rejectEvidence, { id: offerId }), body: { requestedChanges }, ifMatch };
    return { kind, offerId, amountCents: null, request };
  }
  return null;
}

async function send(phone: Phone, write: Write, { path, body, ifMatch }: Request, deps: Deps): Promise<void> {
  const { agent, address, isOver } = deps;
  const headers = { 'Idempotency-Key': write.key, ...(ifMatch === null ? {} : { 'If-Match': ifMatch }) };
  for (let failures = 0; !isOver(); failures += 1) {
    const begun = phone.copy.begin();
    write.attempts += 1;
    const timeoutMs = timeoutMsOf(failures);
    const answer = await call({ agent, url: address + path, token: phone.seat.token, body, headers, timeoutMs });
    write.lastAnswer = `${answer.status} ${answer.code ?? ''}`.trim();
    const meaning = classifyResponse(answer);
    if (meaning === 'done') {
      const isFirst = !write.wasUnknown;
      if (write.offerId !== null) phone.copy.put('offer', answer.body as Offer, { begun: isFirst ? begun : null });
    }
    if (meaning === 'done' || meaning === 'refused' || meaning === 'session-over') {
      write.outcome = meaning === 'done' ? 'done' : 'refused';
      write.answeredAt = performance.now();
      return;
    }
    write.wasUnknown ||= meaning === 'unknown';
    await wait(retryAfterMs(answer.headers, Date.now()) ?? pauseMsOf(failures));
  }
}
