import { asc } from 'drizzle-orm';
import type { Tag } from '../../contract/brand.ts';
import type { Database } from '../database/database.ts';
import { tags } from '../database/tables.ts';

/** All tags; they are shared by all brands. */
export function readTags(db: Database): Promise<Tag[]> {
  return db.select({ id: tags.id, name: tags.name }).from(tags).orderBy(asc(tags.position), asc(tags.id));
}
