import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { type BrandWriter, brandWriter, notifyBrandWritten } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { creatorAccounts, creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { campaigns, creators } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { invite } from '#server/services/moves/invite.ts';
import { MoveRefusedError } from '#server/services/moves/state/refused.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import { emailKey } from '#server/services/shared/email-key.ts';
import type { AdminContext } from '../shared/brands.ts';
import { emailsWithTags } from './tag-creators.ts';

export interface InviteReport {
  invited: { offerId: string; email: string; platform: string; username: string }[];
  refused: { email: string; reason: string }[];
  /** Creators found by a tag who already have an offer of the campaign, or no account on its platforms. */
  passedOver: number;
}

interface Wanted {
  campaignId: string;
  emails: readonly string[];
  /** Tag names or ids. All creators with one of these tags are invited. */
  tags: readonly string[];
}

/** Creators invited per transaction, during which the brand's other writers are blocked. */
const atOnce = 100;

type Account = Pick<typeof creatorAccounts.$inferSelect, 'id' | 'platform' | 'username'> &
  Pick<typeof creatorProfiles.$inferSelect, 'email' | 'firstName' | 'lastName'>;

/**
 * Offers a campaign to creators, through each of their accounts on its platforms. Creators who can't be invited are
 * reported, and the others are invited. Creators found by a tag are skipped if there is nothing to offer them.
 * @throws {CommandError} if there is no such campaign or tag, or no creator has the tag
 */
export async function inviteCreators(
  { db, now }: AdminContext,
  { campaignId, emails, tags }: Wanted,
): Promise<InviteReport> {
  const [campaign] = await db
    .select({ brandId: campaigns.brandId, platforms: campaigns.platforms })
    .from(campaigns)
    .where(eq(campaigns.id, campaignId));
  if (campaign === undefined) throw new CommandError(`There is no campaign ${campaignId}.`);
  const named = new Set(emails.map(emailKey));
  const wanted = [...new Set([...named, ...(await emailsWithTags(db, tags))])];
  const report: InviteReport = { invited: [], refused: [], passedOver: 0 };
  for (let at = 0; at < wanted.length; at += atOnce) {
    const some = wanted.slice(at, at + atOnce);
    await db.transaction(async (tx) => {
      // Lock the creators before the brand, as erasing a creator and changing an email do, to avoid deadlocks.
      const accounts = await readAccounts(tx, some);
      const writer = await brandWriter(tx, campaign.brandId);
      for (const email of some) {
        const theirs = { email, isNamed: named.has(email), accounts: accounts.filter((each) => each.email === email) };
        await inviteCreator(writer, { ...theirs, campaignId, platforms: campaign.platforms, now: now() }, report);
      }
    });
    notifyBrandWritten(db);
  }
  return report;
}

/** Returns creators' accounts, and locks the creators until the transaction ends. */
const readAccounts = (db: Database, emails: readonly string[]): Promise<Account[]> =>
  db
    .select({
      ...{ id: creatorAccounts.id, platform: creatorAccounts.platform, username: creatorAccounts.username },
      ...{ email: creatorProfiles.email, firstName: creatorProfiles.firstName, lastName: creatorProfiles.lastName },
    })
    .from(creatorProfiles)
    .innerJoin(creatorAccounts, eq(creatorAccounts.creatorId, creatorProfiles.id))
    .where(inArray(creatorProfiles.email, [...emails]))
    .orderBy(asc(creatorProfiles.email), asc(creatorAccounts.platform), asc(creatorAccounts.username))
    .for('share', { of: creatorProfiles });

interface Invitee {
  email: string;
  /** True if the team has named the creator, so the outcome is reported in any case. */
  isNamed: boolean;
  accounts: readonly Account[];
  campaignId: string;
  platforms: readonly SocialPlatform[];
  now: Date;
}

async function inviteCreator(writer: BrandWriter, invitee: Invitee, report: InviteReport): Promise<void> {
  const { email, isNamed, campaignId, platforms, now } = invitee;
  const refuse = (reason: string) => void report.refused.push({ email, reason });
  if (invitee.accounts.length === 0) return refuse('No creator has this email. Import the creator first.');
  const accounts = invitee.accounts.filter(({ platform }) => platforms.includes(platform));
  let isLeft = accounts.length === 0;
  if (isLeft && isNamed) refuse(`The creator has no account on ${platforms.join(' or ')}.`);
  for (const account of accounts) {
    const refusal = await inviteOne(writer, campaignId, account, now, report);
    if (refusal === null) continue;
    if (refusal.offer !== null && !isNamed) isLeft = true;
    else refuse(refusal.message);
  }
  if (isLeft && !isNamed) report.passedOver += 1;
}

/** @returns the refusal; null if the account was invited */
async function inviteOne(
  writer: BrandWriter,
  campaignId: string,
  account: Account,
  now: Date,
  report: InviteReport,
): Promise<MoveRefusedError | null> {
  const { email, platform, username } = account;
  try {
    const { id } = await invite(
      writer,
      { campaignId, creatorId: await accountOfBrand(writer, account), now },
      afterMove,
    );
    report.invited.push({ offerId: id, email, platform, username });
    return null;
  } catch (error) {
    // A refused move has written nothing, so the transaction can continue.
    if (error instanceof MoveRefusedError) return error;
    throw error;
  }
}

/** Returns the account's id within the brand, adding the account if the brand doesn't know it yet. */
async function accountOfBrand({ db, brandId, own }: BrandWriter, account: Account): Promise<string> {
  const { id, platform, username, firstName, lastName } = account;
  await db.insert(creators).values({ brandId, id, platform, username, firstName, lastName }).onConflictDoNothing();
  const isThis = and(eq(creators.platform, platform), eq(sql`lower(${creators.username})`, username.toLowerCase()));
  const [known] = await db.select({ id: creators.id }).from(creators).where(own(creators, isThis));
  if (known === undefined) throw new Error(`The account ${id} is not there`);
  return known.id;
}
