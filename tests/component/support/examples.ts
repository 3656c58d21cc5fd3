import type { BrandSession } from '#contract/account/auth.ts';
import type { BrandAnalytics, CampaignAnalytics } from '#contract/brand/analytics.ts';
import type { Brand } from '#contract/brand/brand.ts';
import { onboardingSteps } from '#contract/brand/brand.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { Intent, IntentOf } from '#contract/brand/intent.ts';
import type { Offer } from '#contract/brand/offer.ts';
import type { QueuedAction, QueuedIntent, SyncStatus } from '#contract/worker/sync-status.ts';
import { anOffer } from '#tests/unit/domain/examples.ts';

/** A brand with access to the dashboard, with these fields replaced. */
export const aBrand = (part: Partial<Brand> = {}): Brand => ({
  id: 'brd_1',
  name: 'Northwind Coffee',
  email: 'hello@northwind.test',
  emailVerified: true,
  approvalStatus: 'APPROVED',
  iconUrl: null,
  description: 'Coffee for long walks.',
  brandUrl: 'https://northwind.test',
  storeLocatorUrl: null,
  tikTokHandle: 'northwind',
  youtubeHandle: null,
  instagramHandle: null,
  facebookHandle: null,
  requiredHashtag: null,
  cpmCents: 500,
  availableBalanceCents: 1_234_567,
  pendingBalanceCents: 50_000,
  onboarding: Object.fromEntries(onboardingSteps.map((step) => [step, true])) as Brand['onboarding'],
  postNotificationsEnabled: true,
  loginNotificationsEnabled: false,
  ...part,
});

export const aSession = (part: Partial<BrandSession> = {}): BrandSession => ({
  brandId: 'brd_1',
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  accessTokenExpiration: '2030-01-01T00:00:00.000Z',
  ...part,
});

const queued = {
  actionId: '01J00000000000000000000001',
  brandId: 'brd_1',
  state: 'waiting',
  queuedAt: '2026-01-03T09:00:00.000Z',
  attempts: 0,
  attention: null,
} as const;

/** An offer in the record format of the queue and the status. */
export const offerRecord = (value: Offer) => ({ type: 'offer', value }) as const;

/** A queued decision with these fields replaced. */
export const anAction = (
  part: Partial<Omit<QueuedIntent, 'kind' | 'payload'>> & Partial<Intent> = {},
): QueuedIntent => ({
  ...queued,
  seen: offerRecord(anOffer()),
  ...(part as object),
  ...(part.kind === 'request-changes'
    ? { kind: part.kind, payload: part.payload as IntentOf<'request-changes'>['payload'] }
    : { kind: 'approve', payload: { offerId: 'off_1', fulfillmentId: 'ful_1', ...part.payload } }),
});

/** A queued archival of a campaign with these fields replaced. */
export const anArchiving = (campaign: Campaign, part: Partial<Omit<QueuedIntent, 'kind' | 'payload'>> = {}) => ({
  ...queued,
  ...part,
  kind: 'archive-campaign' as const,
  payload: { campaignId: campaign.id },
  seen: { type: 'campaign' as const, value: campaign },
});

/** An unreadable row of the queue. */
export const anUnreadableAction = (message: string): QueuedAction => ({
  ...queued,
  kind: 'unreadable',
  state: 'attention',
  seen: null,
  attention: { code: 'unreadable', message, certainty: 'refused', now: null },
});

/** A status that is online, complete and idle, with these fields replaced. */
export const aSyncStatus = (part: Partial<SyncStatus> = {}): SyncStatus => ({
  online: true,
  syncedAt: '2026-01-03T09:00:00.000Z',
  complete: true,
  refreshing: false,
  lastSync: 'done',
  sessionExpired: false,
  sending: null,
  holdUp: null,
  storage: 'ok',
  actions: [],
  ...part,
});

/** A brand's analytics with these fields replaced. */
export function aBrandAnalytics(part: Partial<BrandAnalytics> = {}): BrandAnalytics {
  const { campaignName: _, ...figures } = aCampaignAnalytics();
  return { brandName: 'Northwind Coffee', ...figures, ...part };
}

/** Analytics of a campaign with these fields replaced. */
export const aCampaignAnalytics = (part: Partial<CampaignAnalytics> = {}): CampaignAnalytics => ({
  campaignName: 'Morning trail',
  updatedAt: '2026-01-03T09:00:00.000Z',
  viewCount: 64_000,
  likeCount: 1200,
  commentCount: 80,
  shareCount: 40,
  postCount: 12,
  offerCount: 20,
  cpmCentsTotal: 1000,
  calculatedCpmCentsTotal: 1000,
  proratedBudgetCentsTotal: 100_000,
  ...part,
});
