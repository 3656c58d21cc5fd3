import { inArray } from 'drizzle-orm';
import type { PostAnalytics } from '#contract/brand/analytics.ts';
import type { Page } from '#contract/wire/page.ts';
import type { Period } from '#domain/time/period.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { type PageRequest, pageOf } from '../shared/paging.ts';
import { readGains, readRecentViews } from './post-gains.ts';
import { readPostsById } from './posts.ts';
import { readPostPage } from './rollups/post-page.ts';

interface ListRequest extends PageRequest {
  period: Period;
  brandName: string;
  campaignId?: string;
}

/** Returns a page of posts with a snapshot inside the period, newest first, with their gains. */
export async function readPostAnalytics(
  scope: BrandScope,
  { brandName, ...request }: ListRequest,
): Promise<Page<PostAnalytics>> {
  const { period } = request;
  const { postIds, total } = await readPostPage(scope, request);
  const postOf = new Map((await readPostsById(scope, postIds)).map((post) => [post.id, post]));
  const gains = await readGains(scope, period, postIds);
  const recent = await readRecentViews(scope, period, postIds);
  const names = await readCampaignNames(
    scope,
    [...postOf.values()].map((post) => post.campaignId),
  );
  const data = postIds.flatMap((postId): PostAnalytics[] => {
    const post = postOf.get(postId);
    const gained = gains.get(postId);
    if (post === undefined || gained === undefined) return [];
    const { id: _, ...rest } = post;
    const campaignName = names.get(post.campaignId) ?? null;
    const ofBrand = { campaignName, brandId: scope.brandId, brandName };
    return [{ ...rest, ...gained, ...ofBrand, recentViewCounts: recent.get(postId) ?? [] }];
  });
  return pageOf(data, total, request);
}

async function readCampaignNames(scope: BrandScope, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(scope.own(campaigns, inArray(campaigns.id, ids)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
