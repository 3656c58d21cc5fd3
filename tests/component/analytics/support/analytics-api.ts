import type { DailyGain, PostAnalytics } from '#contract/brand/analytics.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { paginate } from '#domain/shared/pagination.ts';
import { addDays, dayOf } from '#domain/time/period.ts';
import { brandApi } from '#tests/component/support/brand-api.ts';
import { aBrandAnalytics, aCampaignAnalytics } from '#tests/component/support/examples.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';

export const brandTarget = 'GET /brand/v1.0/analytics/brand/brd_1';
export const campaignTarget = 'GET /brand/v1.0/analytics/campaign/cmp_1';

export const today = dayOf(new Date());
export const daysAgo = (days: number) => addDays(today, -days);

/** A post's row with these fields replaced. */
export const aPost = (part: Partial<PostAnalytics> = {}): PostAnalytics => ({
  offerId: 'off_1',
  postedAt: '2026-01-03T12:00:00.000Z',
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
  viewCount: 12_345,
  likeCount: 678,
  commentCount: 90,
  shareCount: 12,
  forDate: '2026-01-05',
  updatedAt: '2026-01-05T12:00:00.000Z',
  ...part,
});

/** Posts of this many creators: "Creator 1" and so on. */
export const posts = (count: number): PostAnalytics[] =>
  Array.from({ length: count }, (_, index) =>
    aPost({ offerId: `off_${index + 1}`, userFirstName: 'Creator', userLastName: String(index + 1) }),
  );

interface Params {
  campaigns?: readonly Campaign[];
  days?: readonly DailyGain[];
  posts?: readonly PostAnalytics[];
}

/** The API of a brand with the same figures for all of its campaigns and for each of them. */
export function analyticsApi({ campaigns = [aCampaign()], days = [], posts: rows = [aPost()] }: Params = {}) {
  const api = brandApi({ campaigns });
  const targets = [brandTarget, ...campaigns.map(({ id }) => `GET /brand/v1.0/analytics/campaign/${id}`)];
  for (const target of targets) {
    api.on(target, () => (target === brandTarget ? aBrandAnalytics() : aCampaignAnalytics()));
    api.on(`${target}/days`, () => ({ days }));
    api.on(`${target}/posts`, ({ query }) => paginate(rows, Number(query.page), Number(query.pageSize)));
  }
  return api;
}
