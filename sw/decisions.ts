import * as v from 'valibot';
import type { BrandSession } from '../src/contract/auth.ts';
import { acceptEvidence, getOffer, type Offer, rejectEvidence } from '../src/contract/offer.ts';
import { ulidSchema } from '../src/contract/primitives.ts';
import { readCopy } from '../src/offline/copy-read.ts';
import { readEntity } from '../src/offline/entities.ts';
import { offerKind } from '../src/offline/offers.ts';
import { BrandLeftError, enqueueAction, type NewAction } from '../src/offline/outbox.ts';
import { jsonAnswer, notKept } from './answers.ts';
import type { ApiCall } from './api-call.ts';
import type { Connectivity } from './connectivity.ts';
import type { Settled } from './lanes.ts';
import type { Sender } from './outbox.ts';
import type { Reader } from './reader.ts';
import type { Room } from './room.ts';
import type { Keep, Runtime } from './runtime.ts';
import type { WakeUp } from './wake-up.ts';

/** A page waits so long for the server before the decision counts as queued: less where nothing is answered anyway. */
const answerLimitMs = { usual: 3000, hanging: 900 };
const lookEveryMs = 300;

/** A decision as a page sends it. */
export interface DecisionRequest {
  session: BrandSession;
  call: ApiCall;
  headers: Headers;
  body: string;
}

export interface Decisions {
  /** Keeps a decision, then sends it; null where it is not one that can be kept: the server says what is wrong with it. */
  take(request: DecisionRequest, keep: Keep): Promise<Response | null>;
}

interface Deps extends Pick<Runtime, 'copy' | 'outbox' | 'now' | 'wait'> {
  reader: Reader;
  sender: Sender;
  room: Pick<Room, 'noteStored'>;
  connectivity: Connectivity;
  wakeUp: WakeUp;
  /** A decision was put in the queue. */
  onQueued(): void;
  /** It stays there for now: the offer reads otherwise than before. */
  onKept(): Promise<void>;
  reportError(error: unknown): void;
}

/** True for a decision, which the queue would have kept if it could. */
export const isDecision = ({ endpoint }: ApiCall) => endpoint === acceptEvidence || endpoint === rejectEvidence;

export function createDecisions(deps: Deps): Decisions {
  const { copy, outbox, now, wait, reader, sender, connectivity } = deps;

  /** The offer as the phone has it, or else as the server has it. */
  async function offerOf(session: BrandSession, call: ApiCall, id: string): Promise<Offer | null> {
    const stored = await readCopy(copy, session.brandId, (read) => readEntity(read, offerKind, id)).catch(() => null);
    if (stored !== null) return stored.value;
    const path = getOffer.path.replace('{id}', encodeURIComponent(id));
    const answer = await reader.fetchFresh(session, {
      endpoint: getOffer,
      params: { id },
      path,
      url: new URL(path, call.url),
    });
    const parsed = v.safeParse(offerKind.schema, answer?.body);
    return answer?.status === 200 && parsed.success ? parsed.output : null;
  }

  async function actionOf({ session, call, headers, body }: DecisionRequest): Promise<NewAction | null> {
    const offerId = call.params.id ?? '';
    const fulfillmentId = /^"([^"]+)"$/.exec(headers.get('If-Match')?.trim() ?? '')?.[1];
    const actionId = headers.get('Idempotency-Key');
    const requested = v.safeParse(rejectEvidence.body, jsonOf(body));
    const isApproval = call.endpoint === acceptEvidence;
    if (fulfillmentId === undefined || !v.is(ulidSchema, actionId)) return null;
    if (!isApproval && !requested.success) return null;
    const offerSeen = await offerOf(session, call, offerId);
    return (
      offerSeen && {
        actionId,
        brandId: session.brandId,
        offerId,
        kind: isApproval ? 'approve' : 'request-changes',
        fulfillmentId,
        offerSeen,
        requestedChanges: !isApproval && requested.success ? requested.output.requestedChanges : null,
        queuedAt: now(),
      }
    );
  }

  /** Resolves when the page has waited long enough. */
  async function waitForAnswer(signal: AbortSignal): Promise<void> {
    await wait(answerLimitMs.hanging, signal);
    for (let ms = answerLimitMs.hanging; ms < answerLimitMs.usual && !signal.aborted; ms += lookEveryMs) {
      if (!connectivity.isOnline() || connectivity.isHanging()) return;
      await wait(lookEveryMs, signal);
    }
  }

  async function sendSoon(actionId: string, keep: Keep): Promise<Response> {
    const { promise, stop } = sender.settled(actionId);
    const drained = sender.drain();
    keep(drained);
    const over = new AbortController();
    const late = Promise.race([drained, waitForAnswer(over.signal)]).then(() => null);
    const settled = await Promise.race([promise, late]);
    stop();
    over.abort();
    if (settled !== null) return settledAnswer(actionId, settled);
    // Other tabs still offer to decide on it.
    await deps.onKept().catch(deps.reportError);
    return queuedAnswer(actionId);
  }

  return {
    async take(request, keep) {
      if (!isDecision(request.call)) return null;
      try {
        const action = await actionOf(request);
        if (action === null) return null;
        const { actionId } = action;
        // On the disk before the first try: a half-open network and a killed browser would lose it otherwise.
        const { receipt, action: kept } = await enqueueAction(outbox, action);
        if (receipt !== null) {
          const offer = receipt.offer ?? (await offerOf(request.session, request.call, action.offerId));
          return offer && settledAnswer(actionId, { kind: 'sent', offer });
        }
        if (kept.attention !== null) return settledAnswer(actionId, { kind: 'refused', attention: kept.attention });
        deps.room.noteStored();
        deps.onQueued();
        keep(deps.wakeUp.ask());
        return await sendSoon(actionId, keep);
      } catch (error) {
        if (error instanceof BrandLeftError) return notKept();
        // A phone that can't store anything can still send what it has.
        deps.reportError(error);
        return null;
      }
    },
  };
}

type Result =
  | Pick<Extract<Settled, { kind: 'sent' }>, 'kind' | 'offer'>
  | Pick<Extract<Settled, { kind: 'refused' }>, 'kind' | 'attention'>;

const queuedAnswer = (actionId: string) => jsonAnswer(202, { queued: true, actionId });

function settledAnswer(actionId: string, settled: Result): Response {
  if (settled.kind === 'sent') return jsonAnswer(200, settled.offer);
  const { status, code, message, offerNow, certainty } = settled.attention;
  // Nobody knows whether it was refused: it is kept, and the status tells what is known of it.
  if (certainty === 'unknown') return queuedAnswer(actionId);
  return jsonAnswer(status, { code, message, ...(offerNow === null ? {} : { offer: offerNow }) });
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
