import { and, asc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { creatorProfiles, creatorTags } from '#server/database/tables/creator-tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { emailKey } from '#server/services/shared/email-key.ts';
import type { AdminContext } from '../shared/brands.ts';
import { isEveryone, refuseEveryoneTag, requireTag } from '../tags.ts';

interface TagRequest {
  /** The tag's name or id. */
  tag: string;
  emails: readonly string[];
  /** True to add the tag, false to remove it. */
  has: boolean;
}

export interface TagResult {
  tag: string;
  changed: number;
  /** Emails that don't belong to any creator. */
  unknown: string[];
}

/**
 * Adds a tag to creators or removes it.
 * @throws {CommandError} if there is no such tag, or it is the tag for every creator
 */
export async function tagCreators({ db }: AdminContext, { tag: named, emails, has }: TagRequest): Promise<TagResult> {
  const { id: tagId, name: tag } = await requireTag(db, named);
  refuseEveryoneTag(tag);
  const wanted = [...new Set(emails.map(emailKey))];
  const found = await db.select().from(creatorProfiles).where(inArray(creatorProfiles.email, wanted));
  const known = new Set(found.map(({ email }) => email));
  const ids = found.map(({ id }) => id);
  const changed = has ? await addTags(db, ids, [tagId]) : await removeTag(db, ids, tagId);
  return { tag, changed, unknown: wanted.filter((email) => !known.has(email)) };
}

/** @returns the number of tags added */
export async function addTags(db: Database, creatorIds: readonly string[], tagIds: readonly string[]): Promise<number> {
  const rows = creatorIds.flatMap((creatorId) => tagIds.map((tagId) => ({ creatorId, tagId })));
  if (rows.length === 0) return 0;
  return (await db.insert(creatorTags).values(rows).onConflictDoNothing().returning()).length;
}

async function removeTag(db: Database, creatorIds: readonly string[], tagId: string): Promise<number> {
  if (creatorIds.length === 0) return 0;
  const theirs = and(eq(creatorTags.tagId, tagId), inArray(creatorTags.creatorId, [...creatorIds]));
  return (await db.delete(creatorTags).where(theirs).returning()).length;
}

/**
 * SQL condition: the creator has one of these tags, or the tag for every creator is among them.
 * @throws {CommandError} if there is no such tag
 */
export async function isTagged(db: Database, named: readonly string[]): Promise<SQL> {
  const found = await Promise.all(named.map((each) => requireTag(db, each)));
  if (found.some(({ name }) => isEveryone(name))) return sql`true`;
  const isOne = inArray(
    creatorTags.tagId,
    found.map(({ id }) => id),
  );
  const isTheirs = and(eq(creatorTags.creatorId, creatorProfiles.id), isOne);
  return exists(db.select({ one: sql`1` }).from(creatorTags).where(isTheirs));
}

/**
 * Returns the emails of all creators who have one of these tags.
 * @throws {CommandError} if there is no such tag, or no creator has one
 */
export async function emailsWithTags(db: Database, named: readonly string[]): Promise<string[]> {
  if (named.length === 0) return [];
  const rows = await db
    .select({ email: creatorProfiles.email })
    .from(creatorProfiles)
    .where(await isTagged(db, named))
    .orderBy(asc(creatorProfiles.email));
  if (rows.length === 0) throw new CommandError(`No creator has the tag ${named.join(' or ')}.`);
  return rows.map(({ email }) => email);
}
