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
import type { AnswerContext, CopyAnswer } from '../answer-context.ts';
import { answerAsStored, putStoredAnswer } from '../answers/stored-answers.ts';
import { DamagedCopyError } from '../copy-read.ts';
import { type CallRead, type CopyPart, type CopyRow, row } from '../copy-row.ts';
import { type CopyWrite, instantOf } from '../copy-write.ts';
import { noOverlay } from '../overlay.ts';
import { campaignKind } from '../records/campaigns.ts';
import { readDocument } from '../records/documents.ts';
import { readAllEntities, readEntity } from '../records/entities.ts';
import { heldCampaigns } from '../records/held-figures.ts';
import { syncOf } from '../sync-row.ts';
import { packedDailyGains, packedRecentViewCounts } from './packed-days.ts';
import { parsePost, readPackedPosts, readPosts } from './posts.ts';

/** The campaign fields that figures need. Validating a thousand complete campaigns takes several times longer. */
const reckonedCampaigns = {
  store: 'campaigns',
  schema: v.pick(campaignSchema, ['id', 'name', 'status', 'startAt', 'endAt', 'CPMWorker', 'settlement', 'spend']),
} as const;

const campaignsOf = (context: AnswerContext) =>
  heldCampaigns(context, () => readAllEntities(context, reckonedCampaigns));

const asOfSync = ({ sync }: AnswerContext, body: unknown): CopyAnswer => ({ body, storedAt: sync.syncedAt ?? 0 });

type Answering<E extends Endpoint> = NonNullable<CopyPart<E>['answer']>;

/**
 * A table row computed from daily figures. Falls back to the stored response if there are no figures, or if that response is
 * newer. Responses are therefore stored, too.
 */
function analytics<E extends Endpoint>(endpoint: E, fromFigures: Answering<E>): CopyRow {
  async function answer(context: AnswerContext, asked: CallRead<E>): Promise<CopyAnswer | null> {
    const { complete, hasFigures, syncedAt } = context.sync;
    const stored = await answerAsStored(context, asked.address, endpoint.answer);
    if (!complete || !hasFigures || (stored && stored.storedAt > (syncedAt ?? 0))) return stored;
    return fromFigures(context, asked);
  }

  /** The copy's current response; null if it had none. */
  async function shownUntilNow(write: CopyWrite, asked: CallRead<E>): Promise<CopyAnswer | null> {
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
      await putStoredAnswer(write, { kind: 'analytics', address, value, shown: parsed.success ? parsed.output : null });
    },
  });
}

export const analyticsRows: readonly CopyRow[] = [
  analytics(getBrandAnalytics, async (context, { params, query }) =>
    params.brandId === context.brandId ? answerBrandAnalytics(context, resolvePeriod(query, context.today)) : null,
  ),
  analytics(getBrandDays, async (context, { params, query }) =>
    params.brandId === context.brandId ? answerDays(context, resolvePeriod(query, context.today)) : null,
  ),
  analytics(listBrandPosts, async (context, { params, query }) =>
    params.brandId === context.brandId
      ? answerPosts(context, { period: resolvePeriod(query, context.today), query })
      : null,
  ),
  analytics(getCampaignAnalytics, (context, { params, query }) =>
    answerCampaignAnalytics(context, resolvePeriod(query, context.today), params.campaignId),
  ),
  analytics(getCampaignDays, (context, { params, query }) =>
    answerDays(context, resolvePeriod(query, context.today), params.campaignId),
  ),
  analytics(listCampaignPosts, (context, { params: { campaignId }, query }) =>
    answerPosts(context, { period: resolvePeriod(query, context.today), query, campaignId }),
  ),
];

/** The brand's totals for a period. @throws {DamagedCopyError} */
async function answerBrandAnalytics(context: AnswerContext, period: Period): Promise<CopyAnswer | null> {
  const [brand, campaigns] = await Promise.all([readDocument(context, 'brand'), campaignsOf(context)]);
  const posts = await readPosts(context, period, campaigns);
  return brand && asOfSync(context, { brandName: brand.value.name, ...analyticsOf(campaigns, posts, period) });
}

/** A campaign's totals for a period. @throws {DamagedCopyError} */
async function answerCampaignAnalytics(
  context: AnswerContext,
  period: Period,
  campaignId: string,
): Promise<CopyAnswer | null> {
  const campaign = await readEntity(context, campaignKind, campaignId);
  if (campaign === null) return null;
  const posts = await readPosts(context, period, [campaign.value], campaignId);
  return asOfSync(context, { campaignName: campaign.value.name, ...analyticsOf([campaign.value], posts, period) });
}

/** Daily gains of posts in a period, for a campaign or the whole brand. @throws {DamagedCopyError} */
async function answerDays(context: AnswerContext, period: Period, campaignId?: string): Promise<CopyAnswer | null> {
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
async function answerPosts(
  context: AnswerContext,
  { period, query, campaignId }: PostsCall,
): Promise<CopyAnswer | null> {
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

async function readCampaign(context: AnswerContext, campaignId: string) {
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
