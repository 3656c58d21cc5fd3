import * as v from 'valibot';
import { acceptEvidence, type Offer, offerChangedSchema } from '#contract/brand/offer.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import type { Pending } from '../kind.ts';

const asRecord = (value: Offer): BrandRecord => ({ type: 'offer', value });

/** Common parts of the decisions on a submission, and of taking one back. */
export const decisionOf = <K extends 'approve' | 'request-changes' | 'take-back'>(kind: K) => ({
  kind,
  refiles: false,
  about: ({ offerId }: { offerId: string }) => ({ type: 'offer', id: offerId }) as const,
  settle(body: unknown) {
    const parsed = v.safeParse(acceptEvidence.answer, body);
    return parsed.success ? asRecord(parsed.output) : null;
  },
  refusedFor(body: unknown) {
    const parsed = v.safeParse(offerChangedSchema, body);
    return parsed.success ? asRecord(parsed.output.offer) : null;
  },
  overlay(record: BrandRecord, { seen: _, ...pending }: Pending): BrandRecord {
    const offer = offerIn(record);
    return offer ? asRecord({ ...offer, pendingAction: { ...pending, kind } }) : record;
  },
});
