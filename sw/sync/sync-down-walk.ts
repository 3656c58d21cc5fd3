import {
  getBrandAnalytics,
  getBrandDays,
  getCampaignAnalytics,
  getCampaignDays,
  listBrandPosts,
  listCampaignPosts,
  type PeriodPreset,
  periodPresets,
} from '#contract/brand/analytics.ts';
import { listPayments } from '#contract/brand/billing.ts';
import { getBrand } from '#contract/brand/brand.ts';
import { type Campaign, listCampaigns } from '#contract/brand/campaign.ts';
import { listOffers } from '#contract/brand/offer.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { maxPageSize, type Page } from '#contract/wire/page.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { showsPerformance } from '#domain/campaigns/campaign-status.ts';
import { elapsedPart, previousPeriod } from '#domain/figures/comparison.ts';
import { campaignPeriod, dayOf, type Period, resolvePeriod } from '#domain/time/period.ts';
import { deleteOldResponses } from '#sw/copy/answers/stored-answers.ts';
import { pruneToCompleteCopy } from '#sw/copy/apply-changes.ts';
import { syncWriteMs, writeCopy } from '#sw/copy/copy-write.ts';
import { putSync, syncOf } from '#sw/copy/sync-row.ts';
import type { EntityStore } from '#sw/database/schema.ts';
import type { Reading } from '#sw/database/write-guard.ts';
import { fetchCall, type SyncRun, SyncStopped, type Values } from './sync-down-steps.ts';

/** Maximum concurrent requests, by default and with data saving. */
const width = { plain: 4, dataSaver: 2 };
/** Number of pages of the brand's posts to fetch, with 20 posts each. */
const postPages = 3;
/** Maximum number of running campaigns whose analytics are fetched. */
const walkedCampaigns = 50;

type Fetch = <T>(endpoint: Endpoint, values?: Values) => Promise<T | null>;

/** Expected errors of optional calls, which must not keep the rest from completing. */
const expected = [400, 403, 404, 500];

/**
 * Syncs the copy from the specification's lists, for a server without a changes feed. Fetches every page of campaigns, offers and
 * payments and, without data saving, the analytics that screens show first.
 * @throws {SyncStopped}
 */
export async function walkLists(run: SyncRun): Promise<void> {
  const isDataSaver = run.isDataSaver();
  // The whole walk has one reading, since an earlier page may lack records that reach the copy in the meantime.
  const reading = run.guard.begin();
  const kinds = new Set<ChangedKind>();
  const fetch = fetchInto(run, kinds);
  const [, campaigns, offers, payments] = await Promise.all([
    fetch(getBrand),
    walkList<Campaign>(fetch, listCampaigns),
    walkList(fetch, listOffers),
    walkList(fetch, listPayments),
  ]);
  await finish(run, reading, kinds, { campaigns, offers, payments });
  if (isDataSaver) return;
  await fetchAnalytics(run, fetch, campaigns.records);
  if (kinds.size > 0) run.changed(kinds);
}

/** Limits concurrency, and starts work in the given order. After a failure, no more work starts. */
function pool(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  let failure: { error: unknown } | null = null;
  return async (work) => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      if (failure !== null) throw failure.error;
      return await work();
    } catch (error) {
      failure ??= { error };
      throw error;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Fetches and stores with limited concurrency, and collects the changed kinds. */
function fetchInto(run: SyncRun, kinds: Set<ChangedKind>): Fetch {
  const inPool = pool(run.isDataSaver() ? width.dataSaver : width.plain);
  return <T>(endpoint: Endpoint, values?: Values) =>
    inPool(async () => {
      const fetched = await fetchCall<T>(run, endpoint, values);
      if (!fetched.isStored) return null;
      for (const kind of fetched.kinds) kinds.add(kind);
      return fetched.body;
    });
}

interface Walked<T> {
  records: T[];
  /** True if every record was seen; pages can shift during the walk. */
  isWhole: boolean;
}

async function walkList<T extends { id: string }>(fetch: Fetch, endpoint: Endpoint): Promise<Walked<T>> {
  const pageAt = (page: number) => fetch<Page<T>>(endpoint, { query: { page, pageSize: maxPageSize } });
  const first = await pageAt(1);
  const total = first?.pagination.total ?? 0;
  // A server may return smaller pages than requested.
  const size = Math.max(1, first?.data.length ?? 0);
  const count = first?.pagination.nextPage === null ? 1 : Math.ceil(total / size);
  const others = await Promise.all(Array.from({ length: Math.max(0, count - 1) }, (_, i) => pageAt(i + 2)));
  const records = [first, ...others].flatMap((page) => page?.data ?? []);
  return { records, isWhole: new Set(records.map(({ id }) => id)).size === total };
}

const endpointOf = { campaigns: listCampaigns, offers: listOffers, payments: listPayments } as const;

/**
 * Reads the complete lists of these kinds, and deletes from the copy any records that the lists lack.
 * @throws {SyncStopped}
 */
export async function walkKinds(run: SyncRun, kinds: readonly EntityStore[]): Promise<void> {
  const reading = run.guard.begin();
  const changed = new Set<ChangedKind>();
  const fetch = fetchInto(run, changed);
  const whole: Record<EntityStore | 'posts', Set<string> | null> = {
    ...{ campaigns: null, offers: null, payments: null, posts: null },
  };
  for (const kind of kinds) {
    const { records, isWhole } = await walkList(fetch, endpointOf[kind]);
    if (isWhole) whole[kind] = new Set(records.map(({ id }) => id));
  }
  const { copy, guard, brandId, now } = run;
  const result = await writeCopy({ copy, guard, brandId, storedAt: now(), reading, timeoutMs: syncWriteMs }, (write) =>
    pruneToCompleteCopy(write, whole),
  );
  if (!result.written) throw new SyncStopped('superseded');
  for (const kind of result.kinds) changed.add(kind);
  if (changed.size > 0) run.changed(changed);
}

interface WalkedCopy {
  campaigns: Walked<{ id: string }>;
  offers: Walked<{ id: string }>;
  payments: Walked<{ id: string }>;
}

/** Deletes removed records, and marks lists as complete. */
async function finish(run: SyncRun, reading: Reading, kinds: Set<ChangedKind>, walked: WalkedCopy): Promise<void> {
  const { copy, guard, brandId, now } = run;
  const ids = ({ records }: Walked<{ id: string }>) => new Set(records.map(({ id }) => id));
  const isWhole = Object.values(walked).every((list: Walked<unknown>) => list.isWhole);
  const result = await writeCopy(
    { copy, guard, brandId, storedAt: now(), reading, timeoutMs: syncWriteMs },
    async (write) => {
      const { campaigns, offers, payments } = walked;
      if (isWhole) {
        const whole = { campaigns: ids(campaigns), offers: ids(offers), payments: ids(payments), posts: null };
        await pruneToCompleteCopy(write, whole);
      }
      const before = await syncOf(write);
      const complete = before.complete || isWhole;
      const ended = { syncedAt: now(), failedAt: null, keptOutAt: null };
      await putSync(write, { ...before, cursor: null, complete, hasFigures: false, ...ended });
      await deleteOldResponses(write, { all: false });
    },
  );
  if (!result.written) throw new SyncStopped('superseded');
  for (const kind of result.kinds) kinds.add(kind);
  if (kinds.size > 0) run.changed(new Set(kinds));
  kinds.clear();
}

async function fetchAnalytics({ brandId, now }: SyncRun, fetch: Fetch, campaigns: readonly Campaign[]): Promise<void> {
  const extra = (endpoint: Endpoint, params: Record<string, string>, query: Record<string, string | number>) =>
    fetch(endpoint, { params, query, expected });
  const today = dayOf(new Date(now()));
  const presetOf = (preset: PeriodPreset) => ({ timePeriodType: 'preset', preset });
  const rangeOf = (period: Period) => ({ timePeriodType: 'range', ...period });
  const beforeOf = (preset: PeriodPreset) => previousPeriod(resolvePeriod({ preset }, today));
  /** The days of a period and of the previous one, which screens request together. */
  const bothOf = (period: Period) => {
    const { since, until } = elapsedPart(period, today);
    return rangeOf({ since: previousPeriod({ since, until }).since, until });
  };
  const daysOf = (preset: PeriodPreset) => extra(getBrandDays, { brandId }, bothOf(resolvePeriod({ preset }, today)));
  // A server without a feed may lack daily figures, too, so try one call first.
  const hasDays = (await daysOf('last_90d')) !== null;
  const otherDays = hasDays ? periodPresets.filter((preset) => preset !== 'last_90d') : [];
  await Promise.all([
    ...periodPresets.flatMap((preset) => [
      extra(getBrandAnalytics, { brandId }, presetOf(preset)),
      extra(getBrandAnalytics, { brandId }, rangeOf(beforeOf(preset))),
    ]),
    ...otherDays.map(daysOf),
    ...Array.from({ length: postPages }, (_, i) =>
      extra(listBrandPosts, { brandId }, { ...presetOf('last_90d'), page: i + 1 }),
    ),
    ...campaigns
      .filter(showsPerformance)
      .slice(0, walkedCampaigns)
      .flatMap((campaign) => {
        const period = campaignPeriod(campaign);
        const params = { campaignId: campaign.id };
        return [
          extra(getCampaignAnalytics, params, rangeOf(period)),
          ...(hasDays ? [extra(getCampaignDays, params, bothOf(period))] : []),
          extra(listCampaignPosts, params, rangeOf(period)),
        ];
      }),
  ]);
}
