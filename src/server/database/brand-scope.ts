import type { SQL } from 'drizzle-orm';
import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { noteTimeline, walTimeline } from './history.ts';
import { announcement } from './notices/notice.ts';
import { brands } from './tables/tables.ts';

/** A table whose rows each belong to one brand. */
interface OwnedTable {
  brandId: PgColumn;
}

/** Access to one brand's rows. Services take this instead of a database, so that every query is scoped to the brand. */
export interface BrandScope {
  readonly brandId: string;
  readonly db: Database;
  /** Condition that selects this brand's rows, and only those that also meet the other conditions. */
  own(table: OwnedTable, ...conditions: (SQL | undefined)[]): SQL | undefined;
}

/** A scope in a transaction that has allocated the brand's next revision. */
export interface BrandWriter extends BrandScope {
  /** Stored in every row that the transaction changes. */
  readonly revision: number;
}

export function brandScope(db: Database, brandId: string): BrandScope {
  return { brandId, db, own: (table, ...conditions) => and(eq(table.brandId, brandId), ...conditions) };
}

/**
 * Allocates the brand's next revision, and locks the brand's row, so that its writers are serialized until the
 * transaction ends. Revisions therefore become visible in order: a reader that sees a revision also sees all earlier
 * ones. The database notifies every process of the revision when the transaction commits.
 */
export async function nextRevision(tx: Database, brandId: string): Promise<number> {
  const [row] = await tx
    .update(brands)
    .set({ revision: sql`${brands.revision} + 1` })
    .where(eq(brands.id, brandId))
    .returning({
      ...{ revision: brands.revision, epoch: brands.feedEpoch, before: brands.feedTimeline, now: walTimeline },
      announced: announcement(brands.id, brands.revision),
    });
  if (row === undefined) throw new Error(`No brand ${brandId}`);
  await noteTimeline(tx, brandId, row);
  return row.revision;
}

/** A writer in an existing transaction. */
export async function brandWriter(tx: Database, brandId: string): Promise<BrandWriter> {
  return { ...brandScope(tx, brandId), revision: await nextRevision(tx, brandId) };
}

const listeners = new WeakMap<Database, () => void>();

/** Calls `listener` after each committed write of a brand, since outboxes may have something to send then. */
export function onBrandWritten(db: Database, listener: () => void): void {
  listeners.set(db, listener);
}

/** Calls the listener. Call it after a transaction with a writer has been committed. */
export function notifyBrandWritten(db: Database): void {
  listeners.get(db)?.();
}

/** Runs `work` in its own transaction with the brand's next revision. */
export async function writeBrand<T>(
  { db, brandId }: Pick<BrandScope, 'db' | 'brandId'>,
  work: (writer: BrandWriter) => Promise<T>,
): Promise<T> {
  const result = await db.transaction(async (tx) => work(await brandWriter(tx, brandId)));
  notifyBrandWritten(db);
  return result;
}
