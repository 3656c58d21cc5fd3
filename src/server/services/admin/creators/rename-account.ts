import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { comparableName, namesAccount } from '#domain/posts/post-link-check.ts';
import { type BrandWriter, brandWriter, notifyBrandWritten } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { accountNames, creatorAccounts, creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { creators, fulfillments, offers, posts } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { currentNameLookup } from '#server/services/posts/account-names.ts';
import type { AdminContext } from '../shared/brands.ts';

interface RenameRequest {
  platform: SocialPlatform;
  /** The account's current name. */
  username: string;
  newUsername: string;
}

export interface RenameResult {
  platform: SocialPlatform;
  username: string;
  /** False if the account already had the name, and nothing changed. */
  changed: boolean;
  /** Number of brands that know the account. */
  brands: number;
}

type Account = typeof creatorAccounts.$inferSelect;

/**
 * Renames an account to match its new name on the platform. Links to posts that contain a former name are still
 * accepted. A second record of the account, created by an import under the new name, is merged into it.
 * @throws {CommandError} if no creator has the account, or another creator has the new name
 */
export async function renameAccount({ db, now }: AdminContext, renaming: RenameRequest): Promise<RenameResult> {
  const { platform, newUsername } = renaming;
  const brands = await db.transaction(async (tx) => {
    // Imports take this lock first, too. Without it, an import and a rename could both find a name free.
    await tx.execute(sql`lock table ${creatorAccounts} in share row exclusive mode`);
    const account = await findAccount(tx, platform, renaming.username);
    if (account === undefined) {
      await requireRenamedBefore(tx, renaming);
      return null;
    }
    if (account.username === newUsername) return null;
    await takeOver(tx, account, newUsername);
    await noteFormerName(tx, account, newUsername, now());
    await tx.update(creatorAccounts).set({ username: newUsername }).where(eq(creatorAccounts.id, account.id));
    return renameForBrands(tx, account, newUsername);
  });
  if (brands !== null) notifyBrandWritten(db);
  return { platform, username: newUsername, changed: brands !== null, brands: brands ?? 0 };
}

const isNamed = (
  table: typeof creatorAccounts | typeof creators,
  { platform, username }: Pick<Account, 'platform' | 'username'>,
) => and(eq(table.platform, platform), eq(sql`lower(${table.username})`, comparableName(username)));

async function findAccount(tx: Database, platform: SocialPlatform, username: string): Promise<Account | undefined> {
  const [account] = await tx.select().from(creatorAccounts).where(isNamed(creatorAccounts, { platform, username }));
  return account;
}

/** Accepts a repeat of an earlier rename, which changes nothing. */
async function requireRenamedBefore(tx: Database, { platform, username, newUsername }: RenameRequest): Promise<void> {
  const present = (await currentNameLookup(tx, [{ platform, username }]))({ platform, username });
  if (comparableName(present) === comparableName(newUsername)) return;
  if (present !== username)
    throw new CommandError(`@${username} on ${platform} is now @${present}. Rename that account instead.`);
  throw new CommandError(`No creator has @${username} on ${platform}. Add the creator with add-creator first.`);
}

/** Deletes the creator's own second account with the new name, and moves its former names to this one. */
async function takeOver(tx: Database, account: Account, newUsername: string): Promise<void> {
  const other = await findAccount(tx, account.platform, newUsername);
  if (other === undefined || other.id === account.id) return;
  if (other.creatorId !== account.creatorId) {
    const [owner] = await tx.select().from(creatorProfiles).where(eq(creatorProfiles.id, other.creatorId));
    throw new CommandError(`@${newUsername} on ${account.platform} belongs to ${owner?.email}.`);
  }
  await tx.update(accountNames).set({ accountId: account.id }).where(eq(accountNames.accountId, other.id));
  await tx.delete(creatorAccounts).where(eq(creatorAccounts.id, other.id));
}

async function noteFormerName(tx: Database, { id, username }: Account, newUsername: string, now: Date): Promise<void> {
  if (comparableName(username) === comparableName(newUsername)) return;
  const [last] = await tx
    .select({ until: accountNames.until })
    .from(accountNames)
    .where(eq(accountNames.accountId, id))
    .orderBy(desc(accountNames.until))
    .limit(1);
  const name = { accountId: id, username, since: last?.until ?? null, until: now };
  await tx.insert(accountNames).values(name).onConflictDoNothing();
}

/** @returns the number of brands that know the account */
async function renameForBrands(tx: Database, account: Account, newUsername: string): Promise<number> {
  const { platform } = account;
  const known = await tx
    .select({ brandId: creators.brandId, id: creators.id })
    .from(creators)
    .where(isNamed(creators, account))
    .orderBy(asc(creators.brandId));
  // Lock brands in the order of their ids to avoid deadlocks.
  for (const { brandId, id } of known) {
    const writer = await brandWriter(tx, brandId);
    await keepChecked(writer, id, account);
    const isSecond = writer.own(creators, isNamed(creators, { platform, username: newUsername }));
    const seconds = await tx.select({ id: creators.id }).from(creators).where(isSecond);
    for (const second of seconds) if (second.id !== id) await merge(writer, id, second.id);
    await tx
      .update(creators)
      .set({ username: newUsername })
      .where(writer.own(creators, eq(creators.id, id)));
    await stamp(writer, id);
  }
  return known.length;
}

/** Marks submissions whose links name the account as checked, since the links won't match its new name. */
async function keepChecked(writer: BrandWriter, creatorId: string, account: Account): Promise<void> {
  const rows = await writer.db
    .select({ id: fulfillments.id, link: fulfillments.fulfillment })
    .from(fulfillments)
    .innerJoin(offers, and(eq(offers.brandId, fulfillments.brandId), eq(offers.id, fulfillments.offerId)))
    .where(
      writer.own(
        fulfillments,
        eq(offers.creatorId, creatorId),
        eq(fulfillments.evidenceType, 'PUBLISHED_VIDEO_URL'),
        isNull(fulfillments.accountChecked),
      ),
    );
  const ids = rows.flatMap(({ id, link }) => (namesAccount(link ?? '', account) ? [id] : []));
  if (ids.length === 0) return;
  await writer.db
    .update(fulfillments)
    .set({ accountChecked: true })
    .where(writer.own(fulfillments, inArray(fulfillments.id, ids)));
}

/** Moves offers and posts from one of a brand's records of an account to another. */
async function merge({ db, own }: BrandWriter, into: string, from: string): Promise<void> {
  for (const table of [offers, posts]) {
    await db
      .update(table)
      .set({ creatorId: into })
      .where(own(table, eq(table.creatorId, from)));
  }
  await db.delete(creators).where(own(creators, eq(creators.id, from)));
}

/** Makes clients refetch all records that show the name. */
async function stamp({ db, own, revision }: BrandWriter, creatorId: string): Promise<void> {
  for (const table of [offers, posts]) {
    await db
      .update(table)
      .set({ revision })
      .where(own(table, eq(table.creatorId, creatorId)));
  }
}
