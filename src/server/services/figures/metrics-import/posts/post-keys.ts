import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/database/database.ts';
import { postNames } from '#server/database/tables/post-tables.ts';
import { inBatches } from '../rows/batches.ts';

/**
 * Maps each link's key to its post's key. A post that is registered under several names has the key of the first.
 * @param keys keys from `postKeyOf`
 */
export async function postKeys(
  db: Database,
  keys: readonly string[],
  rowsAtOnce: number,
): Promise<(key: string) => string> {
  const registered = new Map<string, string>();
  await inBatches([...new Set(keys)], rowsAtOnce, async (batch) => {
    const rows = await rowsOf<{ key: string; post: string }>(
      db,
      sql`select given.key, known.platform || ' ' || known.post as post
        from jsonb_array_elements_text(${JSON.stringify(batch)}::jsonb) as given(key)
        join ${postNames} known on known.platform = split_part(given.key, ' ', 1) and known.name = split_part(given.key, ' ', 2)
        where known.post <> known.name`,
    );
    for (const { key, post } of rows) registered.set(key, post);
  });
  return (key) => registered.get(key) ?? key;
}
