import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { brands } from './tables/tables.ts';

/**
 * The current WAL timeline. A promoted server begins a new one, and so does a point-in-time recovery. Empty if a hosted
 * database doesn't expose it. Migration 0041 defines the function.
 */
export const walTimeline = sql<string>`wal_timeline()`;

/** A random name for a history of revisions. */
export const newEpoch = (): string => randomBytes(6).toString('hex');

/** A brand's history right after a revision was allocated. */
interface Taken {
  revision: number;
  epoch: string;
  /** Timelines of the brand's previous write and of this one. */
  before: string;
  now: string;
}

/**
 * Gives the brand a new epoch if this is its first write on a timeline. A promoted standby may lack its primary's last
 * revisions, and this write is the first to reuse the number of one of those. Both histories share the earlier
 * revisions, so cursors up to there stay valid. The caller has locked the brand's row.
 */
export async function noteTimeline(
  tx: Database,
  brandId: string,
  { revision, epoch, before, now }: Taken,
): Promise<void> {
  if (before === now) return;
  const shared = JSON.stringify([{ epoch, revision: revision - 1 }]);
  await tx
    .update(brands)
    .set({ feedEpoch: newEpoch(), feedTimeline: now, feedForks: sql`${shared}::jsonb || ${brands.feedForks}` })
    .where(eq(brands.id, brandId));
}

type History = Pick<typeof brands.$inferSelect, 'revision' | 'feedEpoch' | 'feedForks'>;

/** True if this history of a brand contains everything up to a revision of an epoch. */
export function hasRevision({ revision, feedEpoch, feedForks }: History, epoch: string, seen: number): boolean {
  if (epoch === feedEpoch) return seen <= revision;
  return feedForks.some((fork) => fork.epoch === epoch && seen <= fork.revision);
}
