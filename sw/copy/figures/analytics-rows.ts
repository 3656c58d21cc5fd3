import * as v from 'valibot';
import {
  type DailyGains,
  getBrandAnalytics,
  getBrandDays,
  getCampaignAnalytics,
  getCampaignDays,
  listBrandPosts,
  listCampaignPosts,
  type PostAnalytics,
} from '#contract/brand/analytics.ts';
import { campaignSchema } from '#contract/brand/campaign.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { Page } from '#contract/wire/page.ts';
import { analyticsOf, gainIn, type PostDays, postRow } from '#domain/figures/analytics.ts';
import { paginate } from '#domain/shared/pagination.ts';
import { dayOf, type Period, resolvePeriod } from '#domain/time/period.ts';
import { respondAsStored, storeResponse } from '../answers/stored-answers.ts';
import { DamagedCopyError } from '../copy-read.ts';
import { type CopyPart, type CopyRow, type ParsedCall, row } from '../copy-row.ts';
import { type CopyWrite, instantOf } from '../copy-write.ts';
import { noOverlay } from '../overlay.ts';
import { campaignKind } from '../records/campaigns.ts';
import { readDocument } from '../records/documents.ts';
import { readAllEntities, readEntity } from '../records/entities.ts';
import { cachedCampaigns } from '../records/held-figures.ts';
import type { CopyResponse, ResponseContext } from '../response-context.ts';
import { syncOf } from '../sync-row.ts';
import { packedDailyGains, packedRecentViewCounts } from './packed-days.ts';
import { parsePost, readPackedPosts, readPosts } from './posts.ts';

/** The campaign fields that figures need. Validating a thousand complete campaigns would take several times longer. */
const reckonedCampaigns = {
  store: 'campaigns',
  schema: v.pick(campaignSchema, ['id', 'name', 'status', 'startAt', 'endAt', 'CPMWorker', 'settlement', 'spend']),
} as const;

const campaignsOf = (context: ResponseContext) =>
  cachedCampaigns(context, () => readAllEntities(context, reckonedCampaigns));

const asOfSync = ({ sync }: ResponseContext, body: unknown): CopyResponse => ({ body, storedAt: sync.syncedAt ?? 0 });

type CopyResponder<E extends Endpoint> = NonNullable<CopyPart<E>['answer']>;

/**
 * A table row computed from daily figures. Falls back to the stored response if there are no figures, or if that response is
 * newer. Responses are therefore stored, too.
 */
function analytics<E extends Endpoint>(endpoint: E, fromFigures: CopyResponder<E>): CopyRow {
  async function answer(context: ResponseContext, asked: ParsedCall<E>): Promise<CopyResponse | null> {
    const { complete, hasFigures, syncedAt } = context.sync;
    const stored = await respondAsStored(context, asked.address, endpoint.answer);
    if (!complete || !hasFigures || (stored && stored.storedAt > (syncedAt ?? 0))) return stored;
    return fromFigures(context, asked);
  }

  /** The copy's response before this write; null if it has none. */
  async function shownUntilNow(write: CopyWrite, asked: ParsedCall<E>): Promise<CopyResponse | null> {
    const today = dayOf(new Date(write.storedAt));
    try {
      return await answer({ ...write, sync: await syncOf(write), today, overlay: noOverlay }, asked);
    } catch (error) {
      if (error instanceof DamagedCopyError) return null;
      throw error;
    }
  }

  return row(endpoint, {
    answer,
    async store(write, value, asked) {
      const shown = await shownUntilNow(write, asked);
      // Parsing puts the keys in the schema's order, as in the network's response.
      const parsed = v.safeParse(endpoint.answer, shown?.body);
      const { address } = asked;
      await storeResponse(write, { kind: 'analytics', address, value, shown: parsed.success ? parsed.output : null });
    },
  });
}

export const analyticsRows: readonly CopyRow[] = [
  analytics(getBrandAnalytics, async (context, { params, query }) =>
    params.brandId === context.brandId ? computeBrandAnalytics(context, resolvePeriod(query, context.today)) : null,
  ),
  analytics(getBrandDays, async (context, { params, query }) =>
    params.brandId === context.brandId ? computeDailyGains(context, resolvePeriod(query, context.today)) : null,
  ),
  analytics(listBrandPosts, async (context, { params, query }) =>
    params.brandId === context.brandId
      ? computePosts(context, { period: resolvePeriod(query, context.today), query })
      : null,
  ),
  analytics(getCampaignAnalytics, (context, { params, query }) =>
    computeCampaignAnalytics(context, resolvePeriod(query, context.today), params.campaignId),
  ),
  analytics(getCampaignDays, (context, { params, query }) =>
    computeDailyGains(context, resolvePeriod(query, context.today), params.campaignId),
  ),
  analytics(listCampaignPosts, (context, { params: { campaignId }, query }) =>
    computePosts(context, { period: resolvePeriod(query, context.today), query, campaignId }),
  ),
];

/** The brand's totals for a period. @throws {DamagedCopyError} */
async function computeBrandAnalytics(context: ResponseContext, period: Period): Promise<CopyResponse | null> {
  const [brand, campaigns] = await Promise.all([readDocument(context, 'brand'), campaignsOf(context)]);
  const posts = await readPosts(context, period, campaigns);
  return brand && asOfSync(context, { brandName: brand.value.name, ...analyticsOf(campaigns, posts, period) });
}

/** A campaign's totals for a period. @throws {DamagedCopyError} */
async function computeCampaignAnalytics(
  context: ResponseContext,
  period: Period,
  campaignId: string,
): Promise<CopyResponse | null> {
  const campaign = await readEntity(context, campaignKind, campaignId);
  if (campaign === null) return null;
  const posts = await readPosts(context, period, [campaign.value], campaignId);
  return asOfSync(context, { campaignName: campaign.value.name, ...analyticsOf([campaign.value], posts, period) });
}

/** Daily gains of posts in a period, for a campaign or the whole brand. @throws {DamagedCopyError} */
async function computeDailyGains(
  context: ResponseContext,
  period: Period,
  campaignId?: string,
): Promise<CopyResponse | null> {
  const campaigns = await (campaignId === undefined ? campaignsOf(context) : readCampaign(context, campaignId));
  if (campaigns === null) return null;
  const posts = await readPackedPosts(context, campaigns, campaignId);
  const body: DailyGains = { days: packedDailyGains(posts, period) };
  return asOfSync(context, body);
}

interface PostsCall {
  period: Period;
  query: { page: number; pageSize: number };
  /** Undefined for the whole brand. */
  campaignId?: string;
}

/** A page of the posts with a snapshot in the period and their gains, newest first. @throws {DamagedCopyError} */
async function computePosts(
  context: ResponseContext,
  { period, query, campaignId }: PostsCall,
): Promise<CopyResponse | null> {
  const [brand, campaigns] = await Promise.all([
    readDocument(context, 'brand'),
    campaignId === undefined ? campaignsOf(context) : readCampaign(context, campaignId),
  ]);
  if (brand === null || campaigns === null) return null;
  const posts = await readPosts(context, period, campaigns, campaignId);
  const listed = inOrder(posts.filter((post) => gainIn(post, period)?.inPeriod));
  const page = paginate(listed, query.page, query.pageSize);
  const nameOf = new Map(campaigns.map(({ id, name }) => [id, name]));
  const data = page.data.map((posted) => {
    const campaignName = nameOf.get(posted.post.campaignId) ?? null;
    const names = { brandId: context.brandId, brandName: brand.value.name, campaignName };
    const shown = postRow({ ...posted, post: parsePost(posted.post) }, period, names);
    return shown && { ...shown, recentViewCounts: packedRecentViewCounts(posted, period) };
  });
  const body: Page<PostAnalytics> = { ...page, data: data.filter((row) => row !== null) };
  return asOfSync(context, body);
}

async function readCampaign(context: ResponseContext, campaignId: string) {
  const campaign = await readEntity(context, campaignKind, campaignId);
  return campaign && [campaign.value];
}

/** Sorts like `comparePosts`, but parses each instant only once. */
function inOrder<T extends PostDays>(posts: readonly T[]): T[] {
  return posts
    .map((posted) => ({ posted, at: instantOf(posted.post.postedAt), id: posted.post.id }))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .map(({ posted }) => posted);
}
