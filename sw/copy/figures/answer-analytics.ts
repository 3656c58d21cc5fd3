import * as v from 'valibot';
import type { DailyGains, PostAnalytics } from '#contract/analytics.ts';
import { campaignSchema } from '#contract/campaign.ts';
import type { Page } from '#contract/page.ts';
import { analyticsOf, gainIn, type PostDays, postRow } from '#domain/analytics.ts';
import { paginate } from '#domain/pagination.ts';
import type { Period } from '#domain/period.ts';
import type { AnswerContext, CopyAnswer } from '../answers/answer-context.ts';
import { instantOf } from '../copy-write.ts';
import { campaignKind } from '../records/campaigns.ts';
import { readDocument } from '../records/documents.ts';
import { readAllEntities, readEntity } from '../records/entities.ts';
import { heldCampaigns } from './held-figures.ts';
import { packedDailyGains, packedRecentViewCounts } from './packed-days.ts';
import { parsePost, readPackedPosts, readPosts } from './posts.ts';

/** As much of a campaign as figures need: a thousand whole ones take several times longer to check. */
const reckonedCampaigns = {
  store: 'campaigns',
  schema: v.pick(campaignSchema, ['id', 'name', 'startAt', 'endAt', 'CPMWorker']),
} as const;

const campaignsOf = (context: AnswerContext) =>
  heldCampaigns(context, () => readAllEntities(context, reckonedCampaigns));

const answer = ({ sync }: AnswerContext, body: unknown): CopyAnswer => ({ body, storedAt: sync.syncedAt ?? 0 });

/** The brand's sums of a period. @throws {DamagedCopyError} */
export async function answerBrandAnalytics(context: AnswerContext, period: Period): Promise<CopyAnswer | null> {
  const [brand, campaigns, posts] = await Promise.all([
    readDocument(context, 'brand'),
    campaignsOf(context),
    readPosts(context, period),
  ]);
  return brand && answer(context, { brandName: brand.value.name, ...analyticsOf(campaigns, posts, period) });
}

/** A campaign's sums of a period. @throws {DamagedCopyError} */
export async function answerCampaignAnalytics(
  context: AnswerContext,
  period: Period,
  campaignId: string,
): Promise<CopyAnswer | null> {
  const [campaign, posts] = await Promise.all([
    readEntity(context, campaignKind, campaignId),
    readPosts(context, period, campaignId),
  ]);
  return (
    campaign && answer(context, { campaignName: campaign.value.name, ...analyticsOf([campaign.value], posts, period) })
  );
}

/** Gains of posts on each day of a period: of a campaign, or of the whole brand. @throws {DamagedCopyError} */
export async function answerDays(
  context: AnswerContext,
  period: Period,
  campaignId?: string,
): Promise<CopyAnswer | null> {
  const [campaign, posts] = await Promise.all([
    campaignId === undefined ? null : readEntity(context, campaignKind, campaignId),
    readPackedPosts(context, campaignId),
  ]);
  if (campaignId !== undefined && campaign === null) return null;
  const body: DailyGains = {
    days: packedDailyGains(
      posts.map(({ packed }) => packed),
      period,
    ),
  };
  return answer(context, body);
}

interface PostsCall {
  period: Period;
  query: { page: number; pageSize: number };
  /** None: of the whole brand. */
  campaignId?: string;
}

/** A page of the posts with a snapshot in the period, newest first, with what each gained. @throws {DamagedCopyError} */
export async function answerPosts(
  context: AnswerContext,
  { period, query, campaignId }: PostsCall,
): Promise<CopyAnswer | null> {
  const [brand, campaigns, posts] = await Promise.all([
    readDocument(context, 'brand'),
    campaignId === undefined ? campaignsOf(context) : readCampaign(context, campaignId),
    readPosts(context, period, campaignId),
  ]);
  if (brand === null || campaigns === null) return null;
  const listed = inOrder(posts.filter(({ days }) => gainIn(days, period)?.inPeriod));
  const page = paginate(listed, query.page, query.pageSize);
  const nameOf = new Map(campaigns.map(({ id, name }) => [id, name]));
  const data = page.data.map(({ post, days, packed }) => {
    const campaignName = nameOf.get(post.campaignId) ?? null;
    const names = { brandId: context.brandId, brandName: brand.value.name, campaignName };
    const row = postRow({ post: parsePost(post), days }, period, names);
    return row && { ...row, recentViewCounts: packedRecentViewCounts(packed, period) };
  });
  const body: Page<PostAnalytics> = { ...page, data: data.filter((row) => row !== null) };
  return answer(context, body);
}

async function readCampaign(context: AnswerContext, campaignId: string) {
  const campaign = await readEntity(context, campaignKind, campaignId);
  return campaign && [campaign.value];
}

/** The order of `comparePosts`, with each instant read once. */
function inOrder<T extends PostDays>(posts: readonly T[]): T[] {
  return posts
    .map((posted) => ({ posted, at: instantOf(posted.post.postedAt), id: posted.post.id }))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .map(({ posted }) => posted);
}
