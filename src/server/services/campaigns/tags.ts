import { asc, isNull } from 'drizzle-orm';
import type { Tag } from '#contract/brand/brand.ts';
import type { Database } from '#server/database/database.ts';
import { tags } from '#server/database/tables/tables.ts';

/** Returns the tags that a campaign can be given, in order. All brands share them. */
export const readTags = (db: Database): Promise<Tag[]> => selectTags(db).where(isNull(tags.retiredAt));

/** Returns all tags, including retired ones, which earlier campaigns still show. */
export const readAllTags = (db: Database): Promise<Tag[]> => selectTags(db);

const selectTags = (db: Database) =>
  db.select({ id: tags.id, name: tags.name }).from(tags).orderBy(asc(tags.position), asc(tags.id)).$dynamic();
