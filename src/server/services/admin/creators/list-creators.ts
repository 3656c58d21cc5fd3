import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import type { Database } from '#server/database/database.ts';
import { accountNames, creatorAccounts, creatorProfiles, creatorTags } from '#server/database/tables/creator-tables.ts';
import { tags } from '#server/database/tables/tables.ts';
import { readRefusedAddresses } from '#server/services/mail/refused-addresses.ts';
import { isTagged } from './tag-creators.ts';

interface FormerName {
  username: string;
  since: string | null;
  until: string;
}

/** A creator as listed for the team. */
export interface ListedCreator {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  accounts: { platform: SocialPlatform; username: string; formerNames: FormerName[] }[];
  /** Names of tags, in the tags' order. */
  tags: string[];
  /** The mail server's message if it refuses emails to this creator; otherwise null. */
  mailRefusal: string | null;
  /** Null unless the team has blocked the creator. */
  block: { reason: string; since: string } | null;
}

/** Returns a creator's block; null unless blocked. */
export const blockOf = ({ blockedAt, blockReason }: typeof creatorProfiles.$inferSelect): ListedCreator['block'] =>
  blockedAt && { reason: blockReason ?? '', since: blockedAt.toISOString() };

/**
 * Returns creators ordered by email: all, those with a tag, or those that meet a condition.
 * @throws {CommandError} if there is no such tag
 */
export async function listCreators(
  db: Database,
  { tag, is = sql`true` }: { tag?: string | undefined; is?: SQL } = {},
): Promise<ListedCreator[]> {
  const isWanted = tag === undefined ? is : await isTagged(db, [tag]);
  const rows = await db
    .select({ profile: creatorProfiles, account: creatorAccounts })
    .from(creatorProfiles)
    .leftJoin(creatorAccounts, eq(creatorAccounts.creatorId, creatorProfiles.id))
    .where(isWanted)
    .orderBy(asc(creatorProfiles.email), asc(creatorAccounts.platform), asc(creatorAccounts.username));
  const creators = new Map<string, ListedCreator>();
  const names = await readNames(db);
  for (const { profile, account } of rows) {
    const { id, email, firstName, lastName } = profile;
    const creator = creators.get(id) ?? {
      ...{ id, email, firstName, lastName, accounts: [], tags: [], mailRefusal: null, block: blockOf(profile) },
    };
    creators.set(id, creator);
    if (account !== null) {
      const { platform, username } = account;
      creator.accounts.push({ platform, username, formerNames: names.get(account.id) ?? [] });
    }
  }
  const tagged = await db
    .select({ creatorId: creatorTags.creatorId, name: tags.name })
    .from(creatorTags)
    .innerJoin(tags, eq(tags.id, creatorTags.tagId))
    .orderBy(asc(tags.position), asc(tags.id));
  for (const { creatorId, name } of tagged) creators.get(creatorId)?.tags.push(name);
  const refusals = new Map((await readRefusedAddresses(db)).map(({ email, reason }) => [email, reason]));
  return [...creators.values()].map((creator) => ({ ...creator, mailRefusal: refusals.get(creator.email) ?? null }));
}

/** Returns former names by account, oldest first. */
async function readNames(db: Database): Promise<Map<string, FormerName[]>> {
  const names = new Map<string, FormerName[]>();
  const rows = await db.select().from(accountNames).orderBy(asc(accountNames.until), asc(accountNames.username));
  for (const { accountId, username, since, until } of rows) {
    const name = { username, since: since?.toISOString() ?? null, until: until.toISOString() };
    names.set(accountId, [...(names.get(accountId) ?? []), name]);
  }
  return names;
}
