import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { CommandError } from '../../command-error.ts';
import { type BrandWriter, writeBrand } from '../../database/brand-scope.ts';
import { creatorAccounts, creatorProfiles } from '../../database/creator-tables.ts';
import { campaigns, creators } from '../../database/tables.ts';
import type { AdminContext } from '../admin/brands.ts';
import { invite } from '../moves/invite.ts';
import { MoveRefusedError } from '../moves/refused.ts';

export interface Invited {
  invited: { offerId: string; email: string; platform: string; username: string }[];
  refused: { email: string; reason: string }[];
}

type Account = Pick<typeof creatorAccounts.$inferSelect, 'id' | 'platform' | 'username'> &
  Pick<typeof creatorProfiles.$inferSelect, 'email' | 'firstName' | 'lastName'>;

/**
 * Offers a campaign to creators, by each of their accounts on its platforms. Who can't be invited is told; the others are.
 * @throws {CommandError} if there is no such campaign
 */
export async function inviteCreators(
  { db, now }: AdminContext,
  { campaignId, emails }: { campaignId: string; emails: readonly string[] },
): Promise<Invited> {
  const [campaign] = await db
    .select({ brandId: campaigns.brandId, platforms: campaigns.platforms })
    .from(campaigns)
    .where(eq(campaigns.id, campaignId));
  if (campaign === undefined) throw new CommandError(`There is no campaign ${campaignId}.`);
  const wanted = [...new Set(emails.map((email) => email.trim().toLowerCase()))];
  const rows = await db
    .select({
      ...{ id: creatorAccounts.id, platform: creatorAccounts.platform, username: creatorAccounts.username },
      ...{ email: creatorProfiles.email, firstName: creatorProfiles.firstName, lastName: creatorProfiles.lastName },
    })
    .from(creatorProfiles)
    .innerJoin(creatorAccounts, eq(creatorAccounts.creatorId, creatorProfiles.id))
    .where(inArray(creatorProfiles.email, wanted))
    .orderBy(asc(creatorProfiles.email), asc(creatorAccounts.platform), asc(creatorAccounts.username));
  const told: Invited = { invited: [], refused: [] };
  await writeBrand({ db, brandId: campaign.brandId }, async (writer) => {
    for (const email of wanted) {
      const all = rows.filter((row) => row.email === email);
      const accounts = all.filter(({ platform }) => campaign.platforms.includes(platform));
      if (all.length === 0)
        told.refused.push({ email, reason: 'No creator has this email. Import the creator first.' });
      else if (accounts.length === 0) {
        told.refused.push({ email, reason: `The creator has no account on ${campaign.platforms.join(' or ')}.` });
      }
      for (const account of accounts) {
        const reason = await inviteOne(writer, campaignId, account, now(), told);
        if (reason !== null) told.refused.push({ email, reason });
      }
    }
  });
  return told;
}

/** @returns why not; null where the account is invited */
async function inviteOne(
  writer: BrandWriter,
  campaignId: string,
  account: Account,
  now: Date,
  told: Invited,
): Promise<string | null> {
  const { email, platform, username } = account;
  try {
    const { id } = await invite(writer, { campaignId, creatorId: await accountOfBrand(writer, account), now });
    told.invited.push({ offerId: id, email, platform, username });
    return null;
  } catch (error) {
    // Refused before anything was written.
    if (error instanceof MoveRefusedError) return error.message;
    throw error;
  }
}

/** The account as the brand knows it: a brand that has not met it yet gets to know it. */
async function accountOfBrand({ db, brandId, own }: BrandWriter, account: Account): Promise<string> {
  const { id, platform, username, firstName, lastName } = account;
  await db.insert(creators).values({ brandId, id, platform, username, firstName, lastName }).onConflictDoNothing();
  const isThis = and(eq(creators.platform, platform), eq(sql`lower(${creators.username})`, username.toLowerCase()));
  const [known] = await db.select({ id: creators.id }).from(creators).where(own(creators, isThis));
  if (known === undefined) throw new Error(`The account ${id} is not there`);
  return known.id;
}
