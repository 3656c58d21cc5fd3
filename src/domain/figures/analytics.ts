import type { BrandAnalytics, PostAnalytics } from '#contract/brand/analytics.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { DailyFigure, Post } from '#contract/calls/changes.ts';
import { fundsOf } from '../money/campaign-funds.ts';
import { spentUntil } from '../money/spend.ts';
import { compareNewestFirst } from '../shared/compare.ts';
import { addDays, campaignDays, daysBetween, type Period } from '../time/period.ts';
import { earlierDay, laterDay } from './comparison.ts';
import type { CountedDays } from './daily-gains.ts';

export interface Figures {
  viewCount: number;
  likeCount: number;
  commentCount: number;
  shareCount: number;
}

/** Gains of one post in a period, and the day of its last snapshot up to the period's end. */
export interface PostGain extends Figures {
  lastDay: string;
  /** True if that snapshot is inside the period: only posts with such a snapshot are listed and counted. */
  inPeriod: boolean;
}

/** The last snapshot on or before a day; snapshots must be sorted by day. */
function lastUpTo(days: readonly DailyFigure[], day: string): DailyFigure | undefined {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = days[middle]?.[0] ?? '';
    if (at <= day) low = middle + 1;
    else high = middle;
  }
  return days[low - 1];
}

function lastBefore(days: readonly DailyFigure[], day: string): DailyFigure | undefined {
  const found = lastUpTo(days, day);
  return found?.[0] === day ? days[days.indexOf(found) - 1] : found;
}

/** The snapshot that a period's gains are measured from; undefined to measure from zero. */
function baseIn({ days, counting }: CountedDays, { since, until }: Period): DailyFigure | undefined {
  const { firstDay, isFromZero } = counting;
  if (until < firstDay) return lastUpTo(days, until);
  return lastBefore(days, laterDay(since, firstDay)) ?? (isFromZero ? undefined : days[0]);
}

/**
 * Gains of a post in a period: its last snapshot on or before `until`, minus the last one before `since`. Excludes counts from
 * before its campaign began.
 * @returns null if there is no snapshot up to the period's end
 */
export function gainIn(post: CountedDays, period: Period): PostGain | null {
  const { since, until } = period;
  const last = lastUpTo(post.days, until);
  if (last === undefined) return null;
  const before = baseIn(post, period);
  return {
    viewCount: last[1] - (before?.[1] ?? 0),
    likeCount: last[2] - (before?.[2] ?? 0),
    commentCount: last[3] - (before?.[3] ?? 0),
    shareCount: last[4] - (before?.[4] ?? 0),
    lastDay: last[0],
    inPeriod: last[0] >= since,
  };
}

/** Views of a campaign's posts at both ends of a period. */
export interface CampaignViews {
  campaign: Pick<Campaign, 'CPMWorker' | 'startAt' | 'endAt' | 'status' | 'settlement' | 'spend'>;
  /** Cumulative views of the campaign's posts just before the period. */
  viewsBefore: number;
  /** Cumulative views of these posts at the period's end. */
  viewsUntil: number;
}

/** Share of a campaign's budget for its days within the period, in whole cents. */
export function proratedBudgetCents(campaign: CampaignViews['campaign'], period: Period): number {
  const budgetCents = campaign.CPMWorker?.budgetCents ?? 0;
  const { since, until } = campaignDays(campaign);
  const first = laterDay(since, period.since);
  const last = earlierDay(until, period.until);
  const total = daysBetween(since, until) + 1;
  const covered = Math.max(0, daysBetween(first, last) + 1);
  return total > 0 ? Math.floor((budgetCents * covered) / total) : 0;
}

export interface CostFigures {
  cpmCentsTotal: number;
  calculatedCpmCentsTotal: number;
  proratedBudgetCentsTotal: number;
  budget?: Budgets;
}

type Budgets = NonNullable<BrandAnalytics['budget']>;

/** Totals of the campaigns' budgets and their spend to date; null if the server doesn't report spend. */
function budgetsOf(campaigns: readonly CampaignViews['campaign'][]): Budgets | null {
  const sum = { totalCents: 0, spentCents: 0, leftCents: 0 };
  for (const campaign of campaigns) {
    const { CPMWorker, status } = campaign;
    if (CPMWorker === null || CPMWorker.budgetCents <= 0) continue;
    // A campaign archived before its start returned its budget immediately.
    if (status === 'ARCHIVED' && CPMWorker.status === 'QUEUED') continue;
    const funds = fundsOf(campaign);
    if (funds === null) return null;
    sum.totalCents += funds.budgetCents;
    sum.spentCents += funds.spentCents;
    sum.leftCents += funds.leftCents;
  }
  return sum;
}

/**
 * Cost figures of campaigns for a period: the budgeted CPM (weighted by budget), the actual CPM (0 without views), and the
 * prorated budget. Campaigns without a budget aren't paid by views, so their views don't lower the CPM. Spend in a period is
 * spend up to its end minus spend before it, so periods add up. Also returns total budgets and their spend to date.
 */
export function costsOf(campaigns: readonly CampaignViews[], period: Period): CostFigures {
  let budget = 0;
  let weightedCpm = 0;
  let spent = 0;
  let views = 0;
  let prorated = 0;
  for (const { campaign, viewsBefore, viewsUntil } of campaigns) {
    const { budgetCents, cpmCents } = campaign.CPMWorker ?? { budgetCents: 0, cpmCents: 0 };
    if (budgetCents <= 0) continue;
    prorated += proratedBudgetCents(campaign, period);
    views += viewsUntil - viewsBefore;
    budget += budgetCents;
    weightedCpm += budgetCents * cpmCents;
    const terms = { cpmCents, budgetCents };
    const end = { usedUpOn: campaign.spend?.usedUpOn ?? null, settled: campaign.settlement?.settled ?? null };
    const before = addDays(period.since, -1);
    spent += spentUntil(period.until, viewsUntil, terms, end) - spentUntil(before, viewsBefore, terms, end);
  }
  const budgets = budgetsOf(campaigns.map(({ campaign }) => campaign));
  return {
    cpmCentsTotal: budget > 0 ? Math.round(weightedCpm / budget) : 0,
    calculatedCpmCentsTotal: views > 0 ? Math.max(0, Math.round((spent / views) * 1000)) : 0,
    proratedBudgetCentsTotal: prorated,
    ...(budgets && { budget: budgets }),
  };
}

/** A post with its snapshots, sorted by day. */
export interface PostDays extends CountedDays {
  post: Post;
}

export type AnalyticsSummary = Figures &
  CostFigures & { updatedAt: string | null; postCount: number; offerCount: number };

/** Summary of a period, over campaigns and all of their posts. */
export function analyticsOf(
  campaigns: readonly (CampaignViews['campaign'] & Pick<Campaign, 'id'>)[],
  posts: readonly PostDays[],
  period: Period,
): AnalyticsSummary {
  const sum = { viewCount: 0, likeCount: 0, commentCount: 0, shareCount: 0 };
  const views = new Map(campaigns.map((campaign) => [campaign.id, { campaign, viewsBefore: 0, viewsUntil: 0 }]));
  const offers = new Set<string>();
  let postCount = 0;
  let updatedAt: string | null = null;
  for (const posted of posts) {
    const { post } = posted;
    const gain = gainIn(posted, period);
    if (gain === null) continue;
    sum.viewCount += gain.viewCount;
    sum.likeCount += gain.likeCount;
    sum.commentCount += gain.commentCount;
    sum.shareCount += gain.shareCount;
    if (updatedAt === null || Date.parse(post.updatedAt) > Date.parse(updatedAt)) updatedAt = post.updatedAt;
    const ofCampaign = views.get(post.campaignId);
    if (ofCampaign !== undefined) {
      const until = gainIn(posted, { ...period, since: posted.counting.firstDay })?.viewCount ?? 0;
      ofCampaign.viewsUntil += until;
      ofCampaign.viewsBefore += until - gain.viewCount;
    }
    if (gain.inPeriod) {
      postCount += 1;
      offers.add(post.offerId);
    }
  }
  return { ...sum, ...costsOf([...views.values()], period), updatedAt, postCount, offerCount: offers.size };
}

/** Sort order of the posts list: newest first. */
export function comparePosts(a: PostDays, b: PostDays): number {
  return compareNewestFirst({ at: a.post.postedAt, id: a.post.id }, { at: b.post.postedAt, id: b.post.id });
}

/** A row of the posts list; null if the post has no snapshot inside the period. */
export function postRow(
  posted: PostDays,
  period: Period,
  names: { brandId: string; brandName: string; campaignName: string | null },
): PostAnalytics | null {
  const gain = gainIn(posted, period);
  if (gain === null || !gain.inPeriod) return null;
  const { id: _, ...rest } = posted.post;
  const { lastDay, inPeriod: __, ...figures } = gain;
  return { ...rest, ...names, ...figures, forDate: lastDay };
}
