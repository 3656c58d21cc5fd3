import type { PostAnalytics } from '#contract/brand/analytics.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { Fulfillment, Offer } from '#contract/brand/offer.ts';

/** A live campaign with these fields replaced. */
export const aCampaign = (part: Partial<Campaign> = {}): Campaign => ({
  id: 'cmp_1',
  name: 'Morning trail',
  approvalStatus: 'APPROVED',
  status: 'ACTIVE',
  rejectionReason: null,
  unread: false,
  startAt: '2026-01-01T00:00:00.000Z',
  endAt: '2026-01-10T00:00:00.000Z',
  platforms: ['TIKTOK'],
  tags: [],
  dos: [],
  donts: [],
  cpmBudgetCents: 100_000,
  CPMWorker: {
    status: 'ACTIVE',
    startDate: '2026-01-01T00:00:00.000Z',
    endDate: '2026-01-10T00:00:00.000Z',
    cpmCents: 1000,
    budgetCents: 100_000,
    viewTarget: null,
  },
  ...part,
});

export const aFulfillment = (part: Partial<Fulfillment> = {}): Fulfillment => ({
  id: 'ful_1',
  evidenceType: 'VIDEO_WITH_CAPTION',
  fulfillment: '/media/demo/coffee.mp4',
  rejectedFulfillmentId: null,
  metadata: { caption: null },
  ...part,
});

/** An offer under review with these fields replaced. */
export const anOffer = (part: Partial<Offer> = {}): Offer => ({
  id: 'off_1',
  campaignId: 'cmp_1',
  user: { firstName: 'Ada', lastName: 'Moss' },
  socialAccount: { platform: 'TIKTOK', username: 'adamoss', avatarUrl: null },
  currentStage: {
    type: 'AWAITING_EVIDENCE_CLEARANCE',
    enteredAt: '2026-01-02T00:00:00.000Z',
    fulfillment: aFulfillment(),
  },
  invalidationType: null,
  finalPostUrl: null,
  updatedAt: '2026-01-02T00:00:00.000Z',
  ...part,
});

/** A row of the posts list with these fields replaced. */
export const aPostRow = (part: Partial<PostAnalytics> = {}): PostAnalytics => ({
  offerId: 'off_1',
  postedAt: '2026-01-02T08:00:00.000Z',
  finalPostUrl: 'https://www.tiktok.com/@adamoss/video/1',
  socialAccountId: 'soc_1',
  socialPlatform: 'TIKTOK',
  socialAvatarUrl: null,
  socialUsername: 'adamoss',
  userFirstName: 'Ada',
  userLastName: 'Moss',
  campaignId: 'cmp_1',
  campaignName: 'Morning trail',
  brandId: 'brd_1',
  brandName: 'Northwind Coffee',
  viewCount: 1200,
  likeCount: 90,
  commentCount: 8,
  shareCount: 3,
  forDate: '2026-01-05',
  updatedAt: '2026-01-05T00:00:00.000Z',
  ...part,
});
