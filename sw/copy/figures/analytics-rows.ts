import * as v from 'valibot';
import {
  getBrandAnalytics,
  getBrandDays,
  getCampaignAnalytics,
  getCampaignDays,
  listBrandPosts,
  listCampaignPosts,
} from '#contract/analytics.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { dayOf, resolvePeriod } from '#domain/period.ts';
import { type AnswerContext, answerAsStored, type CopyAnswer } from '../answers/answer-context.ts';
import { putStoredAnswer } from '../answers/stored-answers.ts';
import { DamagedCopyError } from '../copy-read.ts';
import { type CallRead, type CopyPart, type CopyRow, row } from '../copy-row.ts';
import type { CopyWrite } from '../copy-write.ts';
import { noOverlay } from '../overlay.ts';
import { syncOf } from '../sync-row.ts';
import { answerBrandAnalytics, answerCampaignAnalytics, answerDays, answerPosts } from './answer-analytics.ts';

type Answering<E extends Endpoint> = NonNullable<CopyPart<E>['answer']>;

/**
 * Put together from daily figures. Where there are none, and where a later answer is there, as it was answered: so answers
 * are kept, too.
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
      // In the order of the schema's keys, as what has come.
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
