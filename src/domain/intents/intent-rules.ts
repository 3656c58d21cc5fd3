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
  /** Content without which the server is to change nothing; null where it may hold anything. */
  ifMatch: string | null;
}

/** State of a queued intent, as its record shows it. */
export type Pending = Omit<PendingAction, 'kind'>;

interface OverlayInput<Payload> {
  payload: Payload;
  pending: Pending;
  /** The record that the brand looked at; null where this version can't read it. */
  seen: BrandRecord | null;
}

interface IntentRule<Payload = Intent['payload']> {
  readonly endpoint: Endpoint;
  /** Type of the record that it is about. */
  readonly type: BrandRecord['type'];
  /** Id of the record that it is about. */
  idOf(payload: Payload): string;
  request(payload: Payload): IntentRequest;
  /** True where the record is under another filter of its list with the intent on it. */
  readonly refiles: boolean;
  /** The record with the intent on it. */
  overlay(record: BrandRecord, input: OverlayInput<Payload>): BrandRecord;
}

type RuleOf<K extends IntentKind> = IntentRule<IntentOf<K>['payload']>;

const campaignRecord = (value: Campaign): BrandRecord => ({ type: 'campaign', value });

/** Common parts of the decisions on a submission, and of taking one back. */
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

/** Common parts of the changes of a campaign that its brand decides. */
const changeOf = <K extends ChangeKind>(
  kind: K,
  changeBy: (payload: IntentOf<K>['payload']) => Partial<Campaign>,
): Pick<RuleOf<K>, 'type' | 'idOf' | 'overlay'> => ({
  type: 'campaign',
  idOf: ({ campaignId }) => campaignId,
  overlay(record, { payload, pending }) {
    const campaign = campaignIn(record);
    if (campaign === null) return record;
    // A refused one leaves the campaign as it was.
    const change = pending.state === 'attention' ? {} : changeBy(payload);
    return campaignRecord({ ...campaign, ...change, pendingAction: { ...pending, kind } });
  },
});

/** Content of a campaign that is news when it changes: views are counted all the time, and the brand itself archives and renames. */
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
      // Changes since the brand looked are unread, whatever is pending.
      return newsOf(campaign) === newsOf(looked) ? campaignRecord({ ...campaign, unread: false }) : record;
    },
  },
};

/** The rule of an intent's kind, the same for page and worker. */
export const intentRule = ({ kind }: Pick<Intent, 'kind'>): IntentRule => rules[kind];

/** The record that an intent is about. */
export function aboutOf(intent: Intent): RecordRef {
  const { type, idOf } = intentRule(intent);
  return { type, id: idOf(intent.payload) };
}

/** The request that sends an intent. */
export const requestOf = (intent: Intent): IntentRequest => intentRule(intent).request(intent.payload);

/** A record with an intent laid over it, as lists and screens show it before the server has confirmed it. */
export const withIntent = (
  record: BrandRecord,
  intent: Intent,
  input: Omit<OverlayInput<Intent['payload']>, 'payload'>,
): BrandRecord => intentRule(intent).overlay(record, { ...input, payload: intent.payload });
