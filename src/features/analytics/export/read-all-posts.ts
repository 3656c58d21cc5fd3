import { call } from '#api/client.ts';
import { ApiError } from '#api/error.ts';
import { listBrandPosts, listCampaignPosts, type PostAnalytics } from '#contract/brand/analytics.ts';
import { maxPageSize, type Page } from '#contract/wire/page.ts';
import type { Period } from '#domain/time/period.ts';
import type { AnalyticsScope } from '../queries.ts';

/** Maximum number of attempts. If posts are added or removed between two pages, everything is read again. */
const tries = 3;

export interface Progress {
  done: number;
  total: number;
}

interface ReadOptions {
  signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Converts a page's rows; the result is stored instead of the rows. */
  take(rows: readonly PostAnalytics[]): string;
}

export interface ReadResult {
  /** One result per page. */
  parts: string[];
  count: number;
  /** Time when the oldest page was stored; null if the pages came from the network. */
  storedAt: Date | null;
}

/** Thrown if the network was lost or returned between two pages: pages from both sources must not be mixed. */
class NetworkLost extends Error {}
/** Thrown if posts were added or removed between two pages. */
class PostsMoved extends Error {}

/**
 * Reads every page of a period, either all from the server or, if it can't be reached, all from the local copy.
 * @throws ApiError if a page fails, with 'unreadable_answer' if the posts keep changing
 */
export async function readAllPosts(scope: AnalyticsScope, period: Period, reading: ReadOptions): Promise<ReadResult> {
  let source: 'network' | 'copy' = 'network';
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readPages(scope, period, reading, source);
    } catch (error) {
      if (error instanceof NetworkLost) source = 'copy';
      else if (!(error instanceof PostsMoved)) throw error;
      else if (attempt >= tries)
        throw new ApiError(200, 'unreadable_answer', 'The posts changed during the export. Please try again.');
    }
  }
}

async function readPages(
  scope: AnalyticsScope,
  period: Period,
  { signal, onProgress, take }: ReadOptions,
  first: 'network' | 'copy',
): Promise<ReadResult> {
  const parts: string[] = [];
  let source = first;
  let count = 0;
  let total: number | null = null;
  let storedAt: Date | null = null;
  for (let page: number | null = 1; page !== null; ) {
    signal.throwIfAborted();
    const answer = await readPage(scope, { timePeriodType: 'range', ...period, page }, source, signal);
    if (source === 'network' && answer.storedAt !== null) {
      if (page > 1) throw new NetworkLost();
      source = 'copy';
    }
    if (answer.storedAt !== null && (storedAt === null || answer.storedAt < storedAt)) storedAt = answer.storedAt;
    const { data, pagination } = answer.data;
    count += data.length;
    total ??= pagination.total;
    const isShort = pagination.nextPage === null ? count !== total : data.length === 0;
    if (pagination.total !== total || isShort) throw new PostsMoved();
    parts.push(take(data));
    onProgress({ done: count, total });
    page = pagination.nextPage;
  }
  return { parts, count, storedAt };
}

interface PageQuery extends Period {
  timePeriodType: 'range';
  page: number;
}

async function readPage(
  scope: AnalyticsScope,
  asked: PageQuery,
  source: 'network' | 'copy',
  signal: AbortSignal,
): Promise<{ data: Page<PostAnalytics>; storedAt: Date | null }> {
  const query = { ...asked, pageSize: maxPageSize };
  const options = { query, signal, ...(source === 'network' ? { cacheControl: 'no-cache' as const } : {}) };
  return scope.kind === 'brand'
    ? call(listBrandPosts, { params: { brandId: scope.brandId }, ...options })
    : call(listCampaignPosts, { params: { campaignId: scope.campaignId }, ...options });
}
