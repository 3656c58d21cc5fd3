import * as v from 'valibot';
import type { IntentOf } from '#contract/brand/intent.ts';
import { acceptEvidence, type Offer, offerChangedSchema, rejectEvidence } from '#contract/brand/offer.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import { type IntentOutcome, outcomeOfDecision, outcomeOfTakeBack } from '#domain/intents/decision-outcome.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import type { IntentCreatingCall, KindOf } from '../kind.ts';

const asRecord = (value: Offer): BrandRecord => ({ type: 'offer', value });

/** Payload for a decision on the submission that the user saw; null if the request names none. */
const onSubmission = ({ params, ifMatch }: IntentCreatingCall) =>
  ifMatch === null ? null : { offerId: params.id ?? '', fulfillmentId: ifMatch };

/** Common parts of decisions on a submission and of taking one back. */
const decision = {
  settle(body: unknown) {
    const parsed = v.safeParse(acceptEvidence.answer, body);
    return parsed.success ? asRecord(parsed.output) : null;
  },
  refusedFor(body: unknown) {
    const parsed = v.safeParse(offerChangedSchema, body);
    return parsed.success ? asRecord(parsed.output.offer) : null;
  },
};

interface Decided {
  payload: IntentOf<'approve'>['payload'] & Partial<IntentOf<'request-changes'>['payload']>;
  seen: BrandRecord | null;
}

const outcomeOf =
  (kind: 'approve' | 'request-changes') =>
  ({ payload: { fulfillmentId, requestedChanges }, seen }: Decided, now: BrandRecord): IntentOutcome => {
    const offer = offerIn(now);
    return offer
      ? outcomeOfDecision(
          { kind, fulfillmentId, offerSeen: offerIn(seen), requestedChanges: requestedChanges ?? null },
          offer,
        )
      : 'unknown';
  };

const approve: KindOf<'approve'> = { ...decision, read: onSubmission, outcome: outcomeOf('approve') };

const requestChanges: KindOf<'request-changes'> = {
  ...decision,
  read(asked) {
    const submission = onSubmission(asked);
    const parsed = v.safeParse(rejectEvidence.body, asked.body);
    if (submission === null || !parsed.success) return null;
    return { ...submission, requestedChanges: parsed.output.requestedChanges };
  },
  outcome: outcomeOf('request-changes'),
};

/** Takes back the approval of a draft whose post link is still due. */
const takeBack: KindOf<'take-back'> = {
  ...decision,
  read: onSubmission,
  outcome({ payload: { fulfillmentId }, seen }, now) {
    const offer = offerIn(now);
    return offer ? outcomeOfTakeBack({ fulfillmentId, offerSeen: offerIn(seen) }, offer) : 'unknown';
  },
};

export const decisionKinds = { approve, 'request-changes': requestChanges, 'take-back': takeBack };
