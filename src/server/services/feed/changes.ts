import { asc, eq, lt, sql } from 'drizzle-orm';
import type { Changes, DailyFigure } from '#contract/calls/changes.ts';
import { type BrandScope, brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { hasRevision, walTimeline } from '#server/database/history.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { brands, removals } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { readBrand } from '../accounts/brands.ts';
import { readCampaignsById } from '../campaigns/campaigns.ts';
import { readPostsById } from '../figures/posts.ts';
import { readPaymentsById } from '../ledger/payment-history.ts';
import { readOffersById } from '../moves/state/offers.ts';
import { type FeedKind, type FeedPosition, feedKinds, readCursor, splitFigureId, writeCursor } from './feed-cursor.ts';
import { type FeedKey, readFeedKeys } from './feed-keys.ts';
import type { KnownTotals } from './feed-totals.ts';

/** Limits a page to about a thousand records. A figure (one day of a post) weighs a fifth of any other record. */
const pageWeight = 5_000;
const weightOf = (kind: FeedKind) => (kind === 'figure' ? 1 : 5);

/**
 * Returns changes since a cursor, ordered by (revision, kind, id). A brand's revisions become visible in order, and a
 * page is read from one snapshot. So nothing at or before a page's last key can appear later. A record that changes in
 * the meantime is sent again under its later revision.
 * @throws {ApiError} 400 for an invalid cursor, 410 for a cursor of another history, or one older than the recorded
 * removals
 */
export function readChanges(scope: BrandScope, cursor: string | undefined, known: KnownTotals): Promise<Changes> {
  return scope.db.transaction((tx) => readPage(brandScope(tx, scope.brandId), cursor, known), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function readPage(scope: BrandScope, cursor: string | undefined, known: KnownTotals): Promise<Changes> {
  const { after, version, timeline } = await readPosition(scope, cursor);
  const keys = await readFeedKeys(scope, after, pageWeight + 1);
  const page = cut(keys);
  const last = page.at(-1);
  const end = last && { ...after, revision: last.revision, kind: feedKinds.indexOf(last.kind), id: last.id };
  const idsOf = (kind: FeedKind) => page.filter((key) => key.kind === kind).map(({ id }) => id);
  return {
    cursor: writeCursor(end ?? after),
    more: page.length < keys.length,
    ...(timeline === '' ? {} : { timeline }),
    ...(page.length < keys.length ? {} : { totals: await known.of(scope, version) }),
    brand: idsOf('brand').length > 0 ? await readBrand(scope) : null,
    campaigns: await readCampaignsById(scope, idsOf('campaign')),
    offers: await readOffersById(scope, idsOf('offer')),
    payments: await readPaymentsById(scope, idsOf('payment')),
    posts: await readPostsById(scope, idsOf('post')),
    figures: await readFiguresById(scope, idsOf('figure')),
    removed: idsOf('removed').map(toRemoval),
  };
}

interface Position {
  /** The page begins after this position. */
  after: FeedPosition;
  /** Version of the brand in this snapshot. */
  version: string;
  timeline: string;
}

async function readPosition(scope: BrandScope, cursor: string | undefined): Promise<Position> {
  const [brand] = await scope.db
    .select({
      ...{ revision: brands.revision, feedEpoch: brands.feedEpoch, feedForks: brands.feedForks },
      ...{ floor: brands.feedFloor, timeline: walTimeline },
    })
    .from(brands)
    .where(eq(brands.id, scope.brandId));
  if (brand === undefined) throw new Error(`No brand ${scope.brandId}`);
  const epoch = brand.feedEpoch;
  const { timeline } = brand;
  const version = `${epoch} ${brand.revision}`;
  if (cursor === undefined)
    return { after: { epoch, revision: 0, kind: -1, id: '', begunAt: brand.revision }, version, timeline };
  const after = readCursor(cursor);
  const seen = Math.max(after.revision, after.begunAt);
  if (seen < brand.floor || !hasRevision(brand, after.epoch, seen)) {
    throw new ApiError('cursor_expired', 'This cursor has expired. Start again without one.');
  }
  return { after: { ...after, epoch }, version, timeline };
}

/** Returns as many keys as fit into one response. */
function cut(keys: FeedKey[]): FeedKey[] {
  let weight = 0;
  const end = keys.findIndex(({ kind }) => {
    weight += weightOf(kind);
    return weight > pageWeight;
  });
  return end === -1 ? keys : keys.slice(0, end);
}

function toRemoval(key: string): Changes['removed'][number] {
  const [id = '', kind] = key.split(' ');
  return { kind: kind as Changes['removed'][number]['kind'], id };
}

/** Returns figures by their ids, grouped by post. */
async function readFiguresById(scope: BrandScope, ids: readonly string[]): Promise<Changes['figures']> {
  if (ids.length === 0) return [];
  const wanted = JSON.stringify(ids.map(splitFigureId));
  const rows = await scope.db
    .select()
    .from(dailyFigures)
    .where(
      scope.own(
        dailyFigures,
        sql`(${dailyFigures.postId}, ${dailyFigures.day}) in (
          select key."postId", key.day from jsonb_to_recordset(${wanted}::jsonb) as key("postId" text, day date))`,
      ),
    )
    .orderBy(asc(dailyFigures.postId), asc(dailyFigures.day));
  const figures = new Map<string, DailyFigure[]>();
  for (const { postId, day, viewCount, likeCount, commentCount, shareCount } of rows) {
    const days = figures.get(postId) ?? [];
    if (days.length === 0) figures.set(postId, days);
    days.push([day, viewCount, likeCount, commentCount, shareCount]);
  }
  return [...figures].map(([postId, days]) => ({ postId, days }));
}

/**
 * Deletes removals recorded more than 180 days ago. Older cursors expire, so clients with such a cursor refetch
 * everything.
 */
export async function pruneRemovals(db: Database, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 180 * 86_400_000);
  await db.transaction(async (tx) => {
    const gone = await tx.delete(removals).where(lt(removals.removedAt, longAgo)).returning();
    for (const { brandId, revision } of gone) {
      await tx
        .update(brands)
        .set({ feedFloor: sql`greatest(${brands.feedFloor}, ${revision})` })
        .where(eq(brands.id, brandId));
    }
  });
}
