import { and, desc, eq } from 'drizzle-orm';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import type { OfferStageType } from '#contract/brand/offer.ts';
import type { Database } from '#server/database/database.ts';
import { creatorAccounts, creatorProfiles, isSameAccount } from '#server/database/tables/creator-tables.ts';
import { brands, campaigns, creators, offers } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { emailKey } from '#server/services/shared/email-key.ts';
import { type ListedCreator, listCreators } from '../creators/list-creators.ts';
import { readEarnings } from '../payouts/due.ts';

/** A creator with their offers of all brands. */
export interface ShownCreator extends ListedCreator {
  createdAt: string;
  /** Time at which the creator turned reminders off; null while they are on. */
  remindersOffSince: string | null;
  /** Total earnings in settled campaigns, in cents. */
  earned: { dueCents: number; heldCents: number; paidCents: number };
  /** The creator's payment reference and when it was saved; null if there is none. */
  paymentReference: { text: string; since: string } | null;
  /** Newest first. */
  offers: {
    id: string;
    campaignId: string;
    campaignName: string | null;
    brandName: string;
    platform: SocialPlatform;
    username: string;
    stage: OfferStageType;
    invalidationType: string | null;
    since: string;
  }[];
}

/** Returns a creator. @throws {CommandError} if there is no such creator */
export async function showCreator(db: Database, named: string): Promise<ShownCreator> {
  const isNamed = eq(creatorProfiles.email, emailKey(named));
  const [profile] = await db.select().from(creatorProfiles).where(isNamed);
  const [listed] = await listCreators(db, { is: isNamed });
  if (profile === undefined || listed === undefined) throw new CommandError(`No creator has the email ${named}.`);
  const rows = await db
    .select({
      ...{ id: offers.id, campaignId: campaigns.id, campaignName: campaigns.name, brandName: brands.name },
      ...{ platform: creators.platform, username: creators.username, stage: offers.stageType },
      ...{ invalidationType: offers.invalidationType, since: offers.stageEnteredAt },
    })
    .from(creatorAccounts)
    .innerJoin(creators, isSameAccount())
    .innerJoin(offers, and(eq(offers.brandId, creators.brandId), eq(offers.creatorId, creators.id)))
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .where(eq(creatorAccounts.creatorId, profile.id))
    .orderBy(desc(offers.createdAt), desc(offers.id));
  return {
    ...listed,
    createdAt: profile.createdAt.toISOString(),
    remindersOffSince: profile.remindersOffAt?.toISOString() ?? null,
    earned: await earnedBy(db, profile.id),
    paymentReference: referenceOf(profile),
    offers: rows.map((row) => ({ ...row, since: row.since.toISOString() })),
  };
}

const referenceOf = ({
  paymentReference,
  paymentReferenceAt,
}: typeof creatorProfiles.$inferSelect): ShownCreator['paymentReference'] =>
  paymentReference === null || paymentReferenceAt === null
    ? null
    : { text: paymentReference, since: paymentReferenceAt.toISOString() };

async function earnedBy(db: Database, creatorId: string): Promise<ShownCreator['earned']> {
  const earned = { dueCents: 0, heldCents: 0, paidCents: 0 };
  for (const { amountCents, payoutId, isHeld } of await readEarnings(db, eq(creatorProfiles.id, creatorId))) {
    earned[payoutId !== null ? 'paidCents' : isHeld ? 'heldCents' : 'dueCents'] += amountCents;
  }
  return earned;
}
