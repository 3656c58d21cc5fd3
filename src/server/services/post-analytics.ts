import { eq, inArray, sql } from 'drizzle-orm';
import type { PostAnalytics } from '../../contract/analytics.ts';
import type { Page } from '../../contract/page.ts';
import type { Period } from '../../domain/period.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { rowsOf } from '../database/database.ts';
import { campaigns, posts } from '../database/tables.ts';
import { offsetOf, type PageRequest, pageOf } from './paging.ts';
import { gainsOf } from './post-gains.ts';
import { readPostsById } from './posts.ts';

interface ListedPost {
  postId: string;
  views: number;
  likes: number;
  comments: number;
  shares: number;
  lastDay: string;
}

interface ListRequest extends PageRequest {
  period: Period;
  brandName: string;
  campaignId?: string;
}

/** Posts with a snapshot inside the period, newest first, with what each gained. */
export async function readPostAnalytics(scope: BrandScope, request: ListRequest): Promise<Page<PostAnalytics>> {
  const { period, brandName, campaignId } = request;
  const condition = campaignId === undefined ? undefined : eq(posts.campaignId, campaignId);
  const gains = gainsOf(scope, period, condition);
  const listed = await rowsOf<ListedPost>(
    scope.db,
    sql`select post_id as "postId", views::float8 as views, likes::float8 as likes, comments::float8 as comments,
        shares::float8 as shares, last_day::text as "lastDay"
      from (${gains}) gains where in_period
      order by posted_at desc, post_id desc limit ${request.pageSize} offset ${offsetOf(request)}`,
  );
  const [counted] = await rowsOf<{ total: number }>(
    scope.db,
    sql`select count(*)::float8 as total from (${gains}) gains where in_period`,
  );
  const found = await readPostsById(
    scope,
    listed.map(({ postId }) => postId),
  );
  const postOf = new Map(found.map((post) => [post.id, post]));
  const names = await readCampaignNames(
    scope,
    found.map((post) => post.campaignId),
  );
  const data = listed.flatMap(({ postId, views, likes, comments, shares, lastDay }): PostAnalytics[] => {
    const post = postOf.get(postId);
    if (post === undefined) return [];
    const { id: _, ...rest } = post;
    const figures = { viewCount: views, likeCount: likes, commentCount: comments, shareCount: shares };
    const campaignName = names.get(post.campaignId) ?? null;
    return [{ ...rest, ...figures, campaignName, brandId: scope.brandId, brandName, forDate: lastDay }];
  });
  return pageOf(data, counted?.total ?? 0, request);
}

async function readCampaignNames(scope: BrandScope, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(scope.own(campaigns, inArray(campaigns.id, ids)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
