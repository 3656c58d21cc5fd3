import type { Database } from '../database/database.ts';
import { tags } from '../database/tables.ts';
import { tagNames } from './brand/campaign-plan.ts';
import { idFrom, randomFor } from './random.ts';

/** Ids are the same at every seed: tags are older than any brand. */
const madeAt = new Date('2026-01-01T00:00:00.000Z');

/** Adds the tags that are missing. @returns ids by name */
export async function ensureTags(db: Database): Promise<Map<string, string>> {
  const rows = tagNames.map((name, position) => ({
    id: idFrom(randomFor(`tag ${name}`), 'tag', madeAt),
    name,
    position,
  }));
  await db.insert(tags).values(rows).onConflictDoNothing();
  const stored = await db.select({ id: tags.id, name: tags.name }).from(tags);
  return new Map(stored.map(({ id, name }) => [name, id]));
}
