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

/** The fields of a campaign that figures need: a thousand whole ones take several times longer to check. */
const reckonedCampaigns = {
  store: 'campaigns',
  schema: v.pick(campaignSchema, ['id', 'name', 'status', 'startAt', 'endAt', 'CPMWorker', 'settlement', 'spend']),
} as const;

const campaignsOf = (context: AnswerContext) =>
  heldCampaigns(context, () => readAllEntities(context, reckonedCampaigns));

const asOfSync = ({ sync }: AnswerContext, body: unknown): CopyAnswer => ({ body, storedAt: sync.syncedAt ?? 0 });

type Answering<E extends Endpoint> = NonNullable<CopyPart<E>['answer']>;

/**
 * A row that is computed from daily figures. Without them, and where a later answer is stored, it is that answer: so answers are
 * stored, too.
 */
function analytics<E extends Endpoint>(endpoint: E, fromFigures: Answering<E>): CopyRow {
  async function answer(context: AnswerContext, asked: CallRead<E>): Promise<CopyAnswer | null> {
    const { complete, hasFigures, syncedAt } = context.sync;
    const stored = await answerAsStored(context, asked.address, endpoint.answer);
    if (!complete || !hasFigures || (stored && stored.storedAt > (syncedAt ?? 0))) return stored;
    return fromFigures(context, asked);
  }

  /** The copy's answer until now; null where it had none. */
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
      // Keys in the schema's order, as the network's answer has them.
      const parsed = v.safeParse(endpoint.answer, shown?.body);
      const { address } = asked;
      await putStoredAnswer(write, { kind: 'analytics', address, value, shown: parsed.success ? parsed.output : null });
    },
  });
}

/** Rows of the calls of analytics. */
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

/** The brand's sums of a period. @throws {DamagedCopyError} */
async function answerBrandAnalytics(context: AnswerContext, period: Period): Promise<CopyAnswer | null> {
  const [brand, campaigns] = await Promise.all([readDocument(context, 'brand'), campaignsOf(context)]);
  const posts = await readPosts(context, period, campaigns);
  return brand && asOfSync(context, { brandName: brand.value.name, ...analyticsOf(campaigns, posts, period) });
}

/** A campaign's sums of a period. @throws {DamagedCopyError} */
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

/** Gains of posts on each day of a period: of a campaign, or of the whole brand. @throws {DamagedCopyError} */
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
  /** None: of the whole brand. */
  campaignId?: string;
}

/** A page of the posts with a snapshot in the period, newest first, with what each gained. @throws {DamagedCopyError} */
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

/** The order of `comparePosts`, with each instant read once. */
function inOrder<T extends PostDays>(posts: readonly T[]): T[] {
  return posts
    .map((posted) => ({ posted, at: instantOf(posted.post.postedAt), id: posted.post.id }))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .map(({ posted }) => posted);
}
