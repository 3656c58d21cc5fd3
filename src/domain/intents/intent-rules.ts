import { type Campaign, renameCampaign, updateCampaign } from '#contract/brand/campaign.ts';
import type { Intent, IntentKind, IntentOf, PendingAction } from '#contract/brand/intent.ts';
import { acceptEvidence, rejectEvidence, takeBackApproval } from '#contract/brand/offer.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { BrandRecord, RecordRef } from '#contract/worker/brand-record.ts';
import { campaignIn, offerIn, withoutOverlay } from '../offers/brand-record.ts';

/** Parts of the request that sends an intent. */
interface IntentRequest {
  params: Readonly<Record<string, string>>;
  body: unknown;
  /** Id of the content that the write requires; null if it is unconditional. */
  ifMatch: string | null;
}

/** State of a queued intent, as shown on its record. */
export type PendingState = Omit<PendingAction, 'kind'>;

interface OverlayInput<Payload> {
  payload: Payload;
  pending: PendingState;
  /** The record as the user saw it; null if this version can't read it. */
  seen: BrandRecord | null;
}

interface IntentRule<Payload = Intent['payload']> {
  readonly endpoint: Endpoint;
  /** Type of the record that the intent affects. */
  readonly type: BrandRecord['type'];
  /** Id of the record that the intent affects. */
  idOf(payload: Payload): string;
  request(payload: Payload): IntentRequest;
  /** True if applying the intent moves the record to another filter of its list. */
  readonly refiles: boolean;
  /** The record with the intent applied. */
  overlay(record: BrandRecord, input: OverlayInput<Payload>): BrandRecord;
}

type RuleOf<K extends IntentKind> = IntentRule<IntentOf<K>['payload']>;

const campaignRecord = (value: Campaign): BrandRecord => ({ type: 'campaign', value });

/** Common parts of decisions on a submission and of taking one back. */
const decisionOf = <K extends 'approve' | 'request-changes' | 'take-back'>(
  kind: K,
  endpoint: Endpoint,
  bodyOf: (payload: IntentOf<K>['payload']) => unknown = () => ({}),
): RuleOf<K> => ({
  endpoint,
  type: 'offer',
  idOf: ({ offerId }) => offerId,
  request: (payload) => ({
    params: { id: payload.offerId },
    body: bodyOf(payload),
    ifMatch: payload.fulfillmentId,
  }),
  refiles: false,
  overlay(record, { pending }) {
    const offer = offerIn(record);
    return offer ? { type: 'offer', value: { ...offer, pendingAction: { ...pending, kind } } } : record;
  },
});

type ChangeKind = 'archive-campaign' | 'rename-campaign';

/** Common parts of campaign changes made by the brand. */
const changeOf = <K extends ChangeKind>(
  kind: K,
  changeBy: (payload: IntentOf<K>['payload']) => Partial<Campaign>,
): Pick<RuleOf<K>, 'type' | 'idOf' | 'overlay'> => ({
  type: 'campaign',
  idOf: ({ campaignId }) => campaignId,
  overlay(record, { payload, pending }) {
    const campaign = campaignIn(record);
    if (campaign === null) return record;
    // A refused change leaves the campaign as it was.
    const change = pending.state === 'attention' ? {} : changeBy(payload);
    return campaignRecord({ ...campaign, ...change, pendingAction: { ...pending, kind } });
  },
});

/**
 * The parts of a campaign whose changes count as news. Excludes views, which change constantly, and the brand's own changes:
 * archiving and renaming.
 */
const newsOf = (campaign: Campaign) =>
  JSON.stringify({
    ...withoutOverlay(campaign),
    unread: false,
    viewCount: 0,
    status: 'ACTIVE',
    name: null,
  } satisfies Campaign);

const rules: Readonly<{ [K in IntentKind]: RuleOf<K> }> = {
  approve: decisionOf('approve', acceptEvidence),
  'request-changes': decisionOf('request-changes', rejectEvidence, ({ requestedChanges }) => ({ requestedChanges })),
  'take-back': decisionOf('take-back', takeBackApproval),
  'archive-campaign': {
    ...changeOf('archive-campaign', () => ({ status: 'ARCHIVED' })),
    endpoint: updateCampaign,
    request: ({ campaignId }) => ({ params: { campaignId }, body: { status: 'ARCHIVED' }, ifMatch: null }),
    refiles: true,
  },
  'rename-campaign': {
    ...changeOf('rename-campaign', ({ name }) => ({ name })),
    endpoint: renameCampaign,
    request: ({ campaignId, name }) => ({ params: { campaignId }, body: { name }, ifMatch: null }),
    refiles: false,
  },
  'mark-read': {
    endpoint: updateCampaign,
    type: 'campaign',
    idOf: ({ campaignId }) => campaignId,
    request: ({ campaignId }) => ({ params: { campaignId }, body: { unread: false }, ifMatch: null }),
    refiles: false,
    overlay(record, { pending, seen }) {
      const campaign = campaignIn(record);
      const looked = campaignIn(seen);
      if (campaign === null || looked === null || pending.state === 'attention') return record;
      // Changes since the user last looked stay unread, regardless of pending intents.
      return newsOf(campaign) === newsOf(looked) ? campaignRecord({ ...campaign, unread: false }) : record;
    },
  },
};

/** The rule of an intent's kind, shared by page and worker. */
export const intentRule = ({ kind }: Pick<Intent, 'kind'>): IntentRule => rules[kind];

/** The record that an intent affects. */
export function recordRefOf(intent: Intent): RecordRef {
  const { type, idOf } = intentRule(intent);
  return { type, id: idOf(intent.payload) };
}

/** The request that sends an intent. */
export const requestOf = (intent: Intent): IntentRequest => intentRule(intent).request(intent.payload);

/** A record with an intent applied, as shown before the server has confirmed it. */
export const withIntent = (
  record: BrandRecord,
  intent: Intent,
  input: Omit<OverlayInput<Intent['payload']>, 'payload'>,
): BrandRecord => intentRule(intent).overlay(record, { ...input, payload: intent.payload });
