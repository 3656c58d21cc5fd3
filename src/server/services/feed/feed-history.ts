import { eq, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/database/database.ts';
import { newEpoch } from '#server/database/history.ts';
import { databaseOrigin } from '#server/database/origin-tables.ts';
import { brands } from '#server/database/tables/tables.ts';

const onlyRow = 'database';

/**
 * Starts a new history for every brand: earlier cursors expire, and clients refetch their copies from scratch.
 * Actions queued on devices are unaffected.
 */
export async function beginHistory(db: Database): Promise<void> {
  await db
    .update(brands)
    .set({ feedEpoch: sql`substr(md5(${newEpoch()} || ${brands.id}), 1, 12)`, feedForks: [] })
    .where(sql`true`);
}

/**
 * Starts a new history if the database isn't the one seen before, because a restored backup may reuse revisions that
 * clients have seen with different contents. Safe to run while other servers start.
 * @param place identity of the database's directory, which a copy doesn't share; empty for an external database
 * @returns true if a new history was started
 */
export async function noticeRestore(db: Database, place: string): Promise<boolean> {
  const origin = `${await originOf(db)} ${place}`.trim();
  return db.transaction(async (tx) => {
    const [first] = await tx
      .insert(databaseOrigin)
      .values({ id: onlyRow, origin })
      .onConflictDoNothing()
      .returning({ id: databaseOrigin.id });
    if (first !== undefined) return false;
    const isThis = eq(databaseOrigin.id, onlyRow);
    const [known] = await tx.select().from(databaseOrigin).where(isThis).for('update');
    if (known !== undefined && withoutTimeline(known.origin) === origin) return false;
    await tx.update(databaseOrigin).set({ origin }).where(isThis);
    await beginHistory(tx);
    return true;
  });
}

/** Earlier servers recorded the timeline here, too, before each brand had its own. */
const withoutTimeline = (origin: string): string => origin.replace(/^(\d+)-\d+ (?=\d+-\d)/, '$1 ');

/**
 * Identifies the database by properties that a restore changes: a dump recreates tables with other object ids, and
 * another cluster has another identifier. The timeline isn't included because each brand records its own on writes.
 */
async function originOf(db: Database): Promise<string> {
  const tables = sql`(select oid from pg_database where datname = current_database())::text || '-'
    || 'brands'::regclass::oid::text`;
  const [table] = await rowsOf<{ text: string }>(db, sql`select ${tables} as text`);
  // Some hosted databases don't expose the cluster's identifier.
  const mayReadCluster = sql`select has_function_privilege('pg_control_system()', 'execute') as may`;
  const [allowed] = await rowsOf<{ may: boolean }>(db, mayReadCluster);
  const cluster = sql`select system_identifier::text as text from pg_control_system()`;
  const [known] = allowed?.may === true ? await rowsOf<{ text: string }>(db, cluster) : [];
  return `${known?.text ?? ''} ${table?.text ?? ''}`.trim();
}
