import { type Campaign, renameCampaign, updateCampaign } from '#contract/brand/campaign.ts';
import { acceptEvidence, type Offer, rejectEvidence, takeBackApproval } from '#contract/brand/offer.ts';
import { type Endpoint, pathOf } from '#contract/wire/endpoint.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import { campaignIn, offerIn } from '#domain/offers/brand-record.ts';

/** A page's request that creates an intent; its key is the intent's. */
export interface IntentRequest {
  method: Endpoint['method'];
  path: string;
  ifMatch: string | null;
  body: unknown;
}

/** A kind of intent that simulated users have; the simulator knows only those it is given. */
export interface SimulatedKind {
  /** Name of the kind in the history. */
  readonly operation: string;
  /** Type of the record that it changes. */
  readonly type: BrandRecord['type'];
  /** The content that the intent was decided on; null if it applies to any state of the record. */
  seenIn(record: BrandRecord): string | null;
  isPossible(record: BrandRecord): boolean;
  requestOf(record: BrandRecord): IntentRequest;
}

const contentOf = (record: BrandRecord) => offerIn(record)?.currentStage.fulfillment?.id ?? '';
const isToReview = (record: BrandRecord) => {
  const stage: Offer['currentStage'] | undefined = offerIn(record)?.currentStage;
  return stage?.type === 'AWAITING_EVIDENCE_CLEARANCE' && stage.fulfillment !== null;
};

const decisionBy = (operation: string, endpoint: Endpoint, body: unknown, isPossible = isToReview): SimulatedKind => ({
  operation,
  type: 'offer',
  seenIn: contentOf,
  isPossible,
  requestOf: (record) => ({
    method: endpoint.method,
    path: pathOf(endpoint, { id: record.value.id }),
    ifMatch: contentOf(record),
    body,
  }),
});

export const decisionKinds: readonly SimulatedKind[] = [
  decisionBy('approve', acceptEvidence, {}),
  decisionBy('reject', rejectEvidence, { requestedChanges: [{ templateName: 'START_OVER', variables: {} }] }),
];

const takingBack = decisionBy('take-back', takeBackApproval, {}, (record) => offerIn(record)?.canTakeBack === true);

interface Change {
  operation: string;
  endpoint?: Endpoint;
  isPossible(campaign: Campaign): boolean;
  bodyFor(campaign: Campaign): unknown;
}

const changeBy = ({ operation, endpoint = updateCampaign, isPossible, bodyFor }: Change): SimulatedKind => ({
  operation,
  type: 'campaign',
  seenIn: () => null,
  isPossible(record) {
    const campaign = campaignIn(record);
    return campaign !== null && isPossible(campaign);
  },
  requestOf(record) {
    const campaign = campaignIn(record);
    return {
      method: endpoint.method,
      path: pathOf(endpoint, { campaignId: record.value.id }),
      ifMatch: null,
      body: campaign && bodyFor(campaign),
    };
  },
});
const archiving = changeBy({
  operation: 'archive',
  isPossible: ({ status }) => status === 'ACTIVE',
  bodyFor: () => ({ status: 'ARCHIVED' }),
});
const renaming = changeBy({
  operation: 'rename',
  endpoint: renameCampaign,
  isPossible: ({ status }) => status === 'ACTIVE',
  bodyFor: ({ viewCount }) => ({ name: `Renamed after version ${viewCount}` }),
});
const marking = changeBy({
  operation: 'mark-read',
  isPossible: ({ unread }) => unread,
  bodyFor: () => ({ unread: false }),
});

/** Every kind that the queue has. */
export const allKinds: readonly SimulatedKind[] = [...decisionKinds, takingBack, archiving, renaming, marking];
