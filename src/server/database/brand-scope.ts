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

/** The one door to a brand's rows: services get this, never a database alone. */
export interface BrandScope {
  readonly brandId: string;
  readonly db: Database;
  /** The condition that a row is this brand's, and fulfils the others. */
  own(table: OwnedTable, ...conditions: (SQL | undefined)[]): SQL | undefined;
}

/** A scope inside a transaction that holds the brand's next revision. */
export interface BrandWriter extends BrandScope {
  /** Stamped on every row that the transaction changes. */
  readonly revision: number;
}

export function brandScope(db: Database, brandId: string): BrandScope {
  return { brandId, db, own: (table, ...conditions) => and(eq(table.brandId, brandId), ...conditions) };
}

/**
 * Takes the brand's next revision, and with it the lock that puts the brand's writers in order until the transaction ends.
 * Revisions therefore become visible in their order, so a reader up to one has seen all before it. The database announces the
 * revision to every process when the transaction commits.
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

/** A writer in a transaction that has begun. */
export async function brandWriter(tx: Database, brandId: string): Promise<BrandWriter> {
  return { ...brandScope(tx, brandId), revision: await nextRevision(tx, brandId) };
}

const listeners = new WeakMap<Database, () => void>();

/** Has `listener` called after each committed write of a brand: outboxes may have something to send then. */
export function onBrandWritten(db: Database, listener: () => void): void {
  listeners.set(db, listener);
}

/** Calls the listener after a transaction with a writer was committed. */
export function brandWritten(db: Database): void {
  listeners.get(db)?.();
}

/** Runs `work` in a transaction of its own with the brand's next revision. */
export async function writeBrand<T>(
  { db, brandId }: Pick<BrandScope, 'db' | 'brandId'>,
  work: (writer: BrandWriter) => Promise<T>,
): Promise<T> {
  const result = await db.transaction(async (tx) => work(await brandWriter(tx, brandId)));
  brandWritten(db);
  return result;
}
