import { asc, eq } from 'drizzle-orm';
import type { SocialPlatform } from '../../../contract/campaign.ts';
import { creatorAccounts, creatorProfiles } from '../../database/creator-tables.ts';
import type { Database } from '../../database/database.ts';

/** A creator as the provider's team sees one. */
export interface ListedCreator {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  accounts: { platform: SocialPlatform; username: string }[];
}

/** All creators by their emails. */
export async function listCreators(db: Database): Promise<ListedCreator[]> {
  const rows = await db
    .select({ profile: creatorProfiles, account: creatorAccounts })
    .from(creatorProfiles)
    .leftJoin(creatorAccounts, eq(creatorAccounts.creatorId, creatorProfiles.id))
    .orderBy(asc(creatorProfiles.email), asc(creatorAccounts.platform), asc(creatorAccounts.username));
  const creators = new Map<string, ListedCreator>();
  for (const { profile, account } of rows) {
    const { id, email, firstName, lastName } = profile;
    const creator = creators.get(id) ?? { id, email, firstName, lastName, accounts: [] };
    creators.set(id, creator);
    if (account !== null) creator.accounts.push({ platform: account.platform, username: account.username });
  }
  return [...creators.values()];
}
