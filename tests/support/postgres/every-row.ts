import { sql } from 'drizzle-orm';
import { settle, tablesOf } from '#server/backup/archive/catalog.ts';
import { type Database, rowsOf } from '#server/database/database.ts';

/**
 * Reads every row of a database, by table, as sorted text that is the same on every kind of database. Leaves out each
 * brand's history and the record of the database's origin, which a restore changes.
 */
export function everyRow(db: Database): Promise<Record<string, string[]>> {
  return db.transaction(async (tx) => {
    await settle(tx);
    const rows: Record<string, string[]> = {};
    for (const { name } of await tablesOf(tx)) {
      if (name === 'database_origin') continue;
      const found = await rowsOf<{ row: string }>(
        tx,
        sql`select (to_jsonb(t) - array['feed_epoch', 'feed_timeline', 'feed_forks'])::text as row from ${sql.identifier(name)} t`,
      );
      rows[name] = found.map(({ row }) => row).sort();
    }
    return rows;
  });
}
