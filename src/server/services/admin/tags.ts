import { asc, eq, max, or, sql } from 'drizzle-orm';
import { nextRevision } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { campaigns, tags } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { newId } from '#server/ids.ts';
import type { AdminContext } from './shared/brands.ts';

type TagRow = typeof tags.$inferSelect;

/** A tag as listed for the team. */
export interface ListedTag {
  id: string;
  name: string;
  retired: boolean;
}

const toListed = ({ id, name, retiredAt }: TagRow): ListedTag => ({ id, name, retired: retiredAt !== null });

/** The tag for every creator, which the app recognizes by its name. */
const everyone = 'all';
export const isEveryone = (name: string) => name.toLowerCase() === everyone;

/** Returns all tags in order, including retired ones. */
export async function listTags(db: Database): Promise<ListedTag[]> {
  const rows = await db.select().from(tags).orderBy(asc(tags.position), asc(tags.id));
  return rows.map(toListed);
}

/**
 * Adds a tag after the existing ones. A retired tag is offered again; an active one stays unchanged.
 * @throws {CommandError} for the name All
 */
export function addTag({ db, now }: AdminContext, name: string): Promise<{ tag: ListedTag; changed: boolean }> {
  return alone(db, async (tx) => {
    const found = await tagNamed(tx, name);
    if (found !== null) {
      await tx.update(tags).set({ retiredAt: null }).where(eq(tags.id, found.id));
      return { tag: { ...toListed(found), retired: false }, changed: found.retiredAt !== null };
    }
    refuseEveryoneTag(name);
    const [last] = await tx.select({ position: max(tags.position) }).from(tags);
    const row = { id: newId('tag', now()), name, position: (last?.position ?? -1) + 1, retiredAt: null };
    await tx.insert(tags).values(row);
    return { tag: toListed(row), changed: true };
  });
}

/**
 * Renames a tag, including in campaigns that have it.
 * @throws {CommandError} if there is no such tag, another tag has that name, or one of the names is All
 */
export function renameTag(
  { db }: AdminContext,
  { tag: named, name }: { tag: string; name: string },
): Promise<{ tag: ListedTag; changed: boolean }> {
  return alone(db, async (tx) => {
    const row = await requireTag(tx, named);
    refuseEveryoneTag(row.name);
    refuseEveryoneTag(name);
    const other = await tagNamed(tx, name);
    if (other !== null && other.id !== row.id) throw new CommandError(`The tag ${other.name} already exists.`);
    const changed = row.name !== name;
    if (changed) {
      await tx.update(tags).set({ name }).where(eq(tags.id, row.id));
      await resendCampaigns(tx, row.id);
    }
    return { tag: toListed({ ...row, name }), changed };
  });
}

/**
 * Stops offering a tag. Campaigns that have it keep it.
 * @throws {CommandError} if there is no such tag, or it is All
 */
export function retireTag({ db, now }: AdminContext, named: string): Promise<{ tag: ListedTag; changed: boolean }> {
  return alone(db, async (tx) => {
    const row = await requireTag(tx, named);
    refuseEveryoneTag(row.name);
    const changed = row.retiredAt === null;
    if (changed) await tx.update(tags).set({ retiredAt: now() }).where(eq(tags.id, row.id));
    return { tag: { ...toListed(row), retired: true }, changed };
  });
}

/** Serializes commands that change tags, so that no two tags can differ only in case. */
function alone<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${tags} in share row exclusive mode`);
    return work(tx);
  });
}

/** Returns the tag with this name or id; null if there is none. */
export async function tagNamed(tx: Database, named: string): Promise<TagRow | null> {
  const isNamed = or(eq(tags.id, named), eq(sql`lower(${tags.name})`, named.toLowerCase()));
  const [row] = await tx.select().from(tags).where(isNamed);
  return row ?? null;
}

/**
 * Returns the tag with this name or id.
 * @throws {CommandError} if there is none
 */
export async function requireTag(tx: Database, named: string): Promise<TagRow> {
  const row = await tagNamed(tx, named);
  if (row === null) throw new CommandError(`No tag has the name or ID ${named}.`);
  return row;
}

/** @throws {CommandError} for the name of the tag for every creator */
export function refuseEveryoneTag(name: string): void {
  if (isEveryone(name)) throw new CommandError('The tag All means every creator and can’t be changed.');
}

/** Makes clients refetch campaigns with the tag, since campaigns include their tags' names. */
async function resendCampaigns(tx: Database, tagId: string): Promise<void> {
  const hasTag = sql`${tagId} = any(${campaigns.tagIds})`;
  const brandsOf = await tx
    .selectDistinct({ brandId: campaigns.brandId })
    .from(campaigns)
    .where(hasTag)
    .orderBy(campaigns.brandId);
  for (const { brandId } of brandsOf) {
    const revision = await nextRevision(tx, brandId);
    await tx
      .update(campaigns)
      .set({ revision })
      .where(sql`${eq(campaigns.brandId, brandId)} and ${hasTag}`);
  }
}
