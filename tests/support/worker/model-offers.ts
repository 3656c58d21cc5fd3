import type { Offer } from '../../../src/contract/offer.ts';
import { stageAfterAccept, stageAfterReject } from '../../../src/domain/offer-transitions.ts';
import { aBrand } from '../../component/support/examples.ts';
import { aCampaign, aFulfillment, anOffer } from '../../unit/domain/examples.ts';
import type { WireAnswer, WireRequest } from './fake-network.ts';

/** As long as the server remembers what it did under a key. */
const keyRetentionMs = 30 * 86_400_000;

/** What the server changed by a decision. */
export interface Applied {
  actionId: string;
  /** The brand of the token. */
  brandId: string;
  offerId: string;
  fulfillmentId: string;
  decision: 'approve' | 'reject';
}

/** What a restore from a backup took away: all versions after `to` up to `from`, and what these actions did. */
export interface Restored {
  from: number;
  to: number;
  actionIds: string[];
}

export interface OfferEvents {
  onApplied?(applied: Applied): void;
  /** The server refused a decision for good, and did nothing. */
  onDenied?(denied: { actionId: string; offerId: string; status: number }): void;
}

interface Stored {
  brandId: string;
  revision: number;
  offer: Offer;
}
interface State {
  offers: Map<string, Stored>;
  /** Offers that are gone, for the feed to tell. */
  removals: { brandId: string; revision: number; id: string }[];
  keys: Map<string, { request: string; answer: Offer; at: number }>;
  revision: number;
}

const codeOf = { 403: 'forbidden', 404: 'not_found', 409: 'campaign_archived', 422: 'invalid_request' } as const;
/** What the server can refuse a decision with, whatever the offer holds. */
export type FinalStatus = keyof typeof codeOf;

export const refusal = (
  status: number,
  code: string,
  extra: object = {},
  headers?: Record<string, string>,
): WireAnswer => ({
  status,
  body: { code, message: `Refused: ${code}`, ...extra },
  ...(headers ? { headers } : {}),
});

/** The offers of a provider's server, with the rules of the real one: keys, conditions, a feed of changes. */
export function createModelOffers({ now, onApplied, onDenied }: OfferEvents & { now(): number }) {
  let state: State = { offers: new Map(), removals: [], keys: new Map(), revision: 1 };
  const applied: Applied[] = [];
  const denials = new Map<string, FinalStatus>();
  const versions = new Map<string, number>();
  let version = 0;
  let submitted = 0;
  let epoch = 1;
  let expiredBefore = 0;
  let feedPage = 1000;

  const iso = () => new Date(now()).toISOString();

  function put(id: string, brandId: string, offer: Offer): Offer {
    state.revision += 1;
    version += 1;
    versions.set(JSON.stringify(offer), version);
    state.offers.set(id, { brandId, revision: state.revision, offer });
    return offer;
  }

  function change(id: string, part: Partial<Offer>): Offer {
    const stored = state.offers.get(id);
    if (stored === undefined) throw new Error(`No offer ${id}`);
    return put(id, stored.brandId, { ...stored.offer, ...part, updatedAt: iso() });
  }

  function draft(): Offer['currentStage'] {
    submitted += 1;
    const fulfillment = aFulfillment({ id: `ful_${submitted}` });
    return { type: 'AWAITING_EVIDENCE_CLEARANCE', enteredAt: iso(), fulfillment };
  }

  function deny(actionId: string, offerId: string, answer: WireAnswer): WireAnswer {
    onDenied?.({ actionId, offerId, status: answer.status });
    return answer;
  }

  function decide(brandId: string, { url, headers, body }: WireRequest, id: string, verb: string): WireAnswer {
    const actionId = headers.get('Idempotency-Key') ?? '';
    const status = denials.get(id);
    if (status !== undefined) return deny(actionId, id, refusal(status, codeOf[status]));
    const key = `${brandId} ${actionId}`;
    const request = `${url.pathname} ${body}`;
    const before = state.keys.get(key);
    if (before !== undefined && now() - before.at < keyRetentionMs) {
      if (before.request !== request) return deny(actionId, id, refusal(422, 'idempotency_key_reused'));
      return { status: 200, body: before.answer, headers: { 'Idempotency-Replayed': 'true' } };
    }
    const stored = state.offers.get(id);
    if (stored === undefined || stored.brandId !== brandId) return deny(actionId, id, refusal(404, 'not_found'));
    const { fulfillment, type } = stored.offer.currentStage;
    const condition = headers.get('If-Match')?.replaceAll('"', '');
    if (type !== 'AWAITING_EVIDENCE_CLEARANCE' || fulfillment === null || fulfillment.id !== condition) {
      return deny(actionId, id, refusal(412, 'offer_changed', { offer: stored.offer }));
    }
    const next = verb === 'accept' ? stageAfterAccept(fulfillment) : stageAfterReject(fulfillment);
    submitted += 1;
    const owed = next.owed && aFulfillment({ id: `ful_${submitted}`, fulfillment: null, ...next.owed });
    const currentStage = { type: next.type, enteredAt: iso(), fulfillment: owed };
    const answer = change(id, { currentStage, finalPostUrl: next.finalPostUrl ?? null });
    state.keys.set(key, { request, answer, at: now() });
    const decision = verb === 'accept' ? 'approve' : 'reject';
    const done: Applied = { actionId, brandId, offerId: id, fulfillmentId: fulfillment.id, decision };
    applied.push(done);
    onApplied?.(done);
    return { status: 200, body: answer };
  }

  /** A page of what changed since a cursor, which says of which history of the server it is. */
  function changes(brandId: string, url: URL): WireAnswer {
    const [, ofEpoch, after, begun] = /^(\d+)-(\d+)-(\d+)$/.exec(url.searchParams.get('cursor') ?? '') ?? [];
    const since = Number(after ?? 0);
    // A first filling that is under way holds nothing of before it began.
    const begunAt = Number(begun ?? state.revision);
    const isForgotten = Math.max(since, begunAt) < expiredBefore;
    const isExpired = Number(ofEpoch) !== epoch || isForgotten || since > state.revision;
    if (ofEpoch !== undefined && isExpired) return refusal(410, 'cursor_expired');
    const isOwn = (each: { brandId: string; revision: number }) => each.brandId === brandId && each.revision > since;
    const waiting = [...[...state.offers.values()].filter(isOwn), ...state.removals.filter(isOwn)];
    const page = waiting.toSorted((a, b) => a.revision - b.revision).slice(0, feedPage);
    const more = page.length < waiting.length;
    const end = more ? (page.at(-1)?.revision ?? since) : state.revision;
    const isFirst = ofEpoch === undefined;
    const body = {
      cursor: `${epoch}-${end}-${begunAt}`,
      more,
      brand: isFirst ? aBrand({ id: brandId }) : null,
      campaigns: isFirst ? [aCampaign()] : [],
      offers: page.flatMap((each) => ('offer' in each ? [each.offer] : [])),
      payments: [],
      posts: [],
      figures: [],
      removed: page.flatMap((each) => ('id' in each ? [{ kind: 'offer', id: each.id }] : [])),
    };
    return { status: 200, body };
  }

  return {
    applied: applied as readonly Applied[],
    decide,
    changes,
    find: (id: string): Offer | null => state.offers.get(id)?.offer ?? null,
    ofBrand: (brandId: string): Offer[] =>
      [...state.offers.values()].filter((each) => each.brandId === brandId).map(({ offer }) => offer),
    add(brandId: string, id: string): void {
      const currentStage = draft();
      put(id, brandId, anOffer({ id, currentStage, updatedAt: iso() }));
    },
    /** The creator hands in something new, whatever the stage. */
    resubmit(id: string): void {
      change(id, { currentStage: draft() });
    },
    /** Takes an offer out, and tells nobody. */
    lose(id: string): void {
      state.offers.delete(id);
    },
    /** Takes an offer out, which the feed tells. */
    remove(id: string): void {
      const stored = state.offers.get(id);
      if (stored === undefined) return;
      state.revision += 1;
      state.offers.delete(id);
      state.removals.push({ brandId: stored.brandId, revision: state.revision, id });
    },
    /** Refuses every decision on an offer from here on, also one that was done already; null takes it back. */
    refuse(id: string, status: FinalStatus | null): void {
      if (status === null) denials.delete(id);
      else denials.set(id, status);
    },
    /** No cursor given out so far is taken any more. */
    expireCursors(): void {
      state.revision += 1;
      expiredBefore = state.revision;
    },
    /** How many records a page of the feed has. */
    setFeedPage(records: number): void {
      feedPage = records;
    },
    /** Makes a backup. What is answered puts the server back to it: from there on its history is another one. */
    backUp(): () => Restored {
      const { offers, removals, keys, revision } = state;
      const kept = { offers: new Map(offers), removals: [...removals], keys: new Map(keys), revision };
      const [to, done] = [version, applied.length];
      return () => {
        state = kept;
        epoch += 1;
        expiredBefore = 0;
        return { from: version, to, actionIds: applied.slice(done).map(({ actionId }) => actionId) };
      };
    },
    /** Which version an offer is: they count up over all offers, and go on over a restore. Null where it never was so. */
    versionOf: ({ pendingAction: _, ...offer }: Offer): number | null => versions.get(JSON.stringify(offer)) ?? null,
  };
}
