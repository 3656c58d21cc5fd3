import * as v from 'valibot';
import { type Campaign, campaignSchema } from '#contract/brand/campaign.ts';
import { type Fulfillment, type Offer, offerSchema } from '#contract/brand/offer.ts';
import { stageAfterAccept, stageAfterReject } from '#domain/offers/offer-situation.ts';
import { aBrand } from '#tests/component/support/examples.ts';
import { aCampaign, aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';
import type { WireAnswer, WireRequest } from './fake-network.ts';

/** Time for which the server remembers the response to a key. */
const keyRetentionMs = 30 * 86_400_000;

/** A decision that the server has applied. */
export interface Applied {
  actionId: string;
  /** Brand of the token. */
  brandId: string;
  offerId: string;
  fulfillmentId: string;
  decision: 'approve' | 'reject' | 'take-back';
}

/** A campaign that the server has archived, renamed or marked as read, even if it already was. */
export interface CampaignChanged {
  actionId: string;
  brandId: string;
  campaignId: string;
}

/** Loss by a restore from a backup: all versions after `to` up to `from`, and these actions' effects. */
export interface Restored {
  from: number;
  to: number;
  actionIds: string[];
}

export interface OfferEvents {
  onApplied?(applied: Applied): void;
  onArchived?(archived: CampaignChanged): void;
  onRenamed?(renamed: CampaignChanged): void;
  onMarked?(marked: CampaignChanged): void;
  /** The server refused an intent permanently, and did nothing. `offerId` is the id of its record. */
  onDenied?(denied: { actionId: string; offerId: string; status: number }): void;
}

interface Stored {
  brandId: string;
  revision: number;
  offer: Offer;
}
interface StoredCampaign {
  brandId: string;
  revision: number;
  campaign: Campaign;
}
interface State {
  offers: Map<string, Stored>;
  campaigns: Map<string, StoredCampaign>;
  /** Removed offers, which the feed reports. */
  removals: { brandId: string; revision: number; id: string }[];
  keys: Map<string, { request: string; answer: Offer | Campaign; at: number }>;
  revision: number;
}

const codeOf = { 403: 'forbidden', 404: 'not_found', 409: 'campaign_archived', 422: 'invalid_request' } as const;
/** Statuses of refusals that don't depend on the offer's content. */
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

/** Offers of a model server, with the real one's rules: keys, conditions and a change feed. */
export function createModelOffers({ now, onDenied, ...earlier }: OfferEvents & { now(): number }) {
  let state: State = { offers: new Map(), campaigns: new Map(), removals: [], keys: new Map(), revision: 1 };
  const applied: Applied[] = [];
  const archived: CampaignChanged[] = [];
  const renamed: CampaignChanged[] = [];
  const marked: CampaignChanged[] = [];
  const denials = new Map<string, FinalStatus>();
  const versions = new Map<string, number>();
  const names = new Map<number, string | null>();
  /** Approved drafts, by the link owed for each. */
  const approvedDrafts = new Map<string, Fulfillment>();
  let version = 0;
  let submitted = 0;
  let epoch = 1;
  /** The database's timeline; a failover starts another. */
  let timeline = 1;
  /** Earlier epochs, with the revision up to which each equals the current one. */
  let forks: { epoch: number; revision: number }[] = [];
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
    const { canTakeBack: _, ...offer } = stored.offer;
    // Parsing puts the keys in the schema's order, as on the phone.
    return put(id, stored.brandId, v.parse(offerSchema, { ...offer, ...part, updatedAt: iso() }));
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

  type Keyed = Pick<WireRequest, 'url' | 'headers' | 'body'>;
  const keyIn = (headers: Headers) => headers.get('Idempotency-Key') ?? '';
  const requestIn = ({ url, body }: Keyed) => `${url.pathname} ${body}`;

  /** Response to a request that `refuse` applies to, or whose key was used before. */
  function earlierAnswer(brandId: string, given: Keyed, id: string): WireAnswer | null {
    const actionId = keyIn(given.headers);
    const status = denials.get(id);
    if (status !== undefined) return deny(actionId, id, refusal(status, codeOf[status]));
    const before = state.keys.get(`${brandId} ${actionId}`);
    if (before === undefined || now() - before.at >= keyRetentionMs) return null;
    if (before.request !== requestIn(given)) return deny(actionId, id, refusal(422, 'idempotency_key_reused'));
    return { status: 200, body: before.answer, headers: { 'Idempotency-Replayed': 'true' } };
  }

  function remember(brandId: string, given: Keyed, answer: Offer | Campaign): void {
    const request = requestIn(given);
    state.keys.set(`${brandId} ${keyIn(given.headers)}`, { request, answer, at: now() });
  }

  /** Stores a campaign. Each version gets different views, so that no two are alike. */
  function putCampaign(brandId: string, given: Campaign): Campaign {
    state.revision += 1;
    version += 1;
    // Parsing puts the keys in the schema's order, as on the phone: versions are recognized by their JSON.
    const campaign = v.parse(campaignSchema, { ...given, viewCount: version });
    versions.set(JSON.stringify(campaign), version);
    names.set(version, campaign.name);
    state.campaigns.set(campaign.id, { brandId, revision: state.revision, campaign });
    return campaign;
  }

  /** Archives or renames a campaign, or marks it as read. */
  function update(brandId: string, { url, headers, body }: WireRequest, id: string): WireAnswer {
    const before = earlierAnswer(brandId, { url, headers, body }, id);
    if (before !== null) return before;
    const actionId = keyIn(headers);
    const stored = state.campaigns.get(id);
    if (stored === undefined || stored.brandId !== brandId) return deny(actionId, id, refusal(404, 'not_found'));
    const isRenaming = url.pathname.endsWith('/name');
    if (isRenaming && stored.campaign.status === 'ARCHIVED') {
      return deny(actionId, id, refusal(409, 'campaign_archived'));
    }
    const change = JSON.parse(body) as Partial<Campaign>;
    const answer = putCampaign(brandId, { ...stored.campaign, ...change });
    remember(brandId, { url, headers, body }, answer);
    const done: CampaignChanged = { actionId, brandId, campaignId: id };
    if (isRenaming) {
      renamed.push(done);
      earlier.onRenamed?.(done);
    } else if (change.status === 'ARCHIVED') {
      archived.push(done);
      earlier.onArchived?.(done);
    } else {
      marked.push(done);
      earlier.onMarked?.(done);
    }
    return { status: 200, body: answer };
  }

  function decide(brandId: string, { url, headers, body }: WireRequest, id: string, verb: string): WireAnswer {
    const actionId = keyIn(headers);
    const before = earlierAnswer(brandId, { url, headers, body }, id);
    if (before !== null) return before;
    const stored = state.offers.get(id);
    if (stored === undefined || stored.brandId !== brandId) return deny(actionId, id, refusal(404, 'not_found'));
    const { fulfillment, type } = stored.offer.currentStage;
    const condition = headers.get('If-Match')?.replaceAll('"', '');
    const draft = verb === 'take-back' ? approvedDrafts.get(fulfillment?.id ?? '') : undefined;
    const isPossible = verb === 'take-back' ? draft !== undefined : type === 'AWAITING_EVIDENCE_CLEARANCE';
    if (!isPossible || fulfillment === null || fulfillment.id !== condition) {
      return deny(actionId, id, refusal(412, 'offer_changed', { offer: stored.offer }));
    }
    const done = (decision: Applied['decision'], answer: Offer): WireAnswer => {
      remember(brandId, { url, headers, body }, answer);
      const event: Applied = { actionId, brandId, offerId: id, fulfillmentId: fulfillment.id, decision };
      applied.push(event);
      earlier.onApplied?.(event);
      return { status: 200, body: answer };
    };
    if (draft !== undefined) {
      submitted += 1;
      const again = { ...draft, id: `ful_${submitted}` };
      const currentStage = { type: 'AWAITING_EVIDENCE_CLEARANCE', enteredAt: iso(), fulfillment: again } as const;
      return done('take-back', change(id, { currentStage }));
    }
    const next = verb === 'accept' ? stageAfterAccept(fulfillment) : stageAfterReject(fulfillment);
    submitted += 1;
    const owed = next.owed && aFulfillment({ id: `ful_${submitted}`, fulfillment: null, ...next.owed });
    const currentStage = { type: next.type, enteredAt: iso(), fulfillment: owed };
    const isDraftApproved = verb === 'accept' && owed !== null;
    if (isDraftApproved) approvedDrafts.set(owed.id, fulfillment);
    const answer = change(id, {
      currentStage,
      finalPostUrl: next.finalPostUrl ?? null,
      ...(isDraftApproved ? { canTakeBack: true } : {}),
    });
    return done(verb === 'accept' ? 'approve' : 'reject', answer);
  }

  const campaignsOf = (brandId: string): Campaign[] =>
    [...state.campaigns.values()].filter((each) => each.brandId === brandId).map(({ campaign }) => campaign);

  /** A page of changes since a cursor, which names the server's epoch: a restore starts another. */
  function changes(brandId: string, url: URL): WireAnswer {
    const [, ofEpoch, after, begun] = /^(\d+)-(\d+)-(\d+)$/.exec(url.searchParams.get('cursor') ?? '') ?? [];
    const since = Number(after ?? 0);
    // A first sync has no records from before it started, so changes purged before that don't expire its cursor.
    const begunAt = Number(begun ?? state.revision);
    const isForgotten = Math.max(since, begunAt) < expiredBefore;
    const seen = Math.max(since, begunAt);
    const isOfFork = forks.some((fork) => fork.epoch === Number(ofEpoch) && seen <= fork.revision);
    const isOfHistory = isOfFork || (Number(ofEpoch) === epoch && since <= state.revision);
    const isExpired = isForgotten || !isOfHistory;
    if (ofEpoch !== undefined && isExpired) return refusal(410, 'cursor_expired');
    const isOwn = (each: { brandId: string; revision: number }) => each.brandId === brandId && each.revision > since;
    const ownCampaigns = [...state.campaigns.values()].filter(isOwn);
    const waiting = [...[...state.offers.values()].filter(isOwn), ...ownCampaigns, ...state.removals.filter(isOwn)];
    const page = waiting.toSorted((a, b) => a.revision - b.revision).slice(0, feedPage);
    const more = page.length < waiting.length;
    const end = more ? (page.at(-1)?.revision ?? since) : state.revision;
    const isFirst = ofEpoch === undefined;
    const body = {
      cursor: `${epoch}-${end}-${begunAt}`,
      more,
      timeline: `${timeline}`,
      brand: isFirst ? aBrand({ id: brandId }) : null,
      campaigns: campaignsOf(brandId).length
        ? page.flatMap((each) => ('campaign' in each ? [each.campaign] : []))
        : isFirst
          ? [aCampaign()]
          : [],
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
    archived: archived as readonly CampaignChanged[],
    renamed: renamed as readonly CampaignChanged[],
    marked: marked as readonly CampaignChanged[],
    decide,
    update,
    campaignsOf,
    addCampaign(brandId: string, id: string): void {
      putCampaign(brandId, aCampaign({ id, createdAt: iso() }));
    },
    /** Gives a campaign's posts more views. */
    countViews(id: string): void {
      const stored = state.campaigns.get(id);
      if (stored !== undefined) putCampaign(stored.brandId, stored.campaign);
    },
    /** Changes a campaign, and marks it as unread. */
    addNews(id: string): void {
      const stored = state.campaigns.get(id);
      if (stored === undefined) return;
      putCampaign(stored.brandId, { ...stored.campaign, dos: [`News ${version}`], unread: true });
    },
    changes,
    find: (id: string): Offer | null => state.offers.get(id)?.offer ?? null,
    ofBrand: (brandId: string): Offer[] =>
      [...state.offers.values()].filter((each) => each.brandId === brandId).map(({ offer }) => offer),
    add(brandId: string, id: string): void {
      const currentStage = draft();
      put(id, brandId, anOffer({ id, currentStage, updatedAt: iso() }));
    },
    /** Submits a new draft as the creator, in any stage. */
    resubmit(id: string): void {
      change(id, { currentStage: draft() });
    },
    /** Removes an offer without an entry in the feed. */
    lose(id: string): void {
      state.offers.delete(id);
    },
    /** Removes an offer, which the feed reports. */
    remove(id: string): void {
      const stored = state.offers.get(id);
      if (stored === undefined) return;
      state.revision += 1;
      state.offers.delete(id);
      state.removals.push({ brandId: stored.brandId, revision: state.revision, id });
    },
    /** Refuses every decision on an offer from now on, even a repeat of an applied one; null ends it. */
    refuse(id: string, status: FinalStatus | null): void {
      if (status === null) denials.delete(id);
      else denials.set(id, status);
    },
    /** Expires all cursors issued so far. */
    expireCursors(): void {
      state.revision += 1;
      expiredBefore = state.revision;
    },
    /** Sets the number of records in a page of the feed. */
    setFeedPage(records: number): void {
      feedPage = records;
    },
    /**
     * Makes a backup. @returns a function that restores the server to it, which starts another epoch. A failover does
     * the same to a standby's state, and cursors from before that state stay valid.
     */
    backUp(): (by?: 'restore' | 'failover') => Restored {
      const { offers, campaigns, removals, keys, revision } = state;
      const kept = {
        offers: new Map(offers),
        campaigns: new Map(campaigns),
        removals: [...removals],
        keys: new Map(keys),
        revision,
      };
      const [to, done, put, called, read] = [version, applied.length, archived.length, renamed.length, marked.length];
      return (by = 'restore') => {
        state = kept;
        forks = by === 'failover' ? [...forks, { epoch, revision: kept.revision }] : [];
        if (by === 'failover') timeline += 1;
        epoch += 1;
        expiredBefore = 0;
        const undone = [
          ...applied.slice(done),
          ...archived.slice(put),
          ...renamed.slice(called),
          ...marked.slice(read),
        ];
        return { from: version, to, actionIds: undone.map(({ actionId }) => actionId) };
      };
    },
    /** A campaign's name in a given version. */
    nameIn: (version: number | undefined): string | null => names.get(version ?? 0) ?? null,
    /**
     * Version of a record: versions increase over all records, and continue across a restore. Null if it never had this
     * content.
     */
    versionOf: ({ pendingAction: _, ...content }: Offer | Campaign): number | null =>
      versions.get(JSON.stringify(content)) ?? null,
  };
}
