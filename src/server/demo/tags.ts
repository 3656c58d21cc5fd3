import type { Database } from '../database/database.ts';
import { readTags } from '../services/campaigns/tags.ts';

/** IDs of the tags that campaigns can have, by name. */
export async function readTagIds(db: Database): Promise<Map<string, string>> {
  return new Map((await readTags(db)).map(({ id, name }) => [name, id]));
}
