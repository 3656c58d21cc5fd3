import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { socialPlatforms } from '#contract/campaign.ts';
import { creatorAccounts, creatorProfiles, isSameAccount } from '#server/database/creator-tables.ts';
import type { Database } from '#server/database/database.ts';
import { earnings } from '#server/database/ledger-tables.ts';
import { brands, campaigns, creators, offers } from '#server/database/tables.ts';

const earningSchema = v.object({
  offerId: v.string(),
  brandId: v.string(),
  brandName: v.string(),
  campaignName: v.nullable(v.string()),
  amountCents: v.number(),
  settledAt: v.string(),
});
export type Earning = v.InferOutput<typeof earningSchema>;

export const dueCreatorSchema = v.object({
  /** Null for an account that no creator of list-creators has: it can't be paid until it has one. */
  creator: v.nullable(
    v.object({
      id: v.string(),
      email: v.string(),
      firstName: v.string(),
      lastName: v.string(),
      isBlocked: v.boolean(),
      paymentReference: v.nullable(v.string()),
    }),
  ),
  account: v.object({ platform: v.picklist(socialPlatforms), username: v.string() }),
  amountCents: v.number(),
  /** In the order in which they were settled. */
  earnings: v.array(earningSchema),
});
export type DueCreator = v.InferOutput<typeof dueCreatorSchema>;

/** Reads earnings with their offers, campaigns and brands, oldest first. */
export const readEarnings = (db: Database, is: SQL | undefined) =>
  db
    .select({
      ...{ offerId: earnings.offerId, brandId: earnings.brandId, amountCents: earnings.amountCents },
      payoutId: earnings.payoutId,
      ...{ brandName: brands.name, campaignName: campaigns.name, settledAt: earnings.settledAt },
      account: { platform: creators.platform, username: creators.username },
      creator: {
        ...{ id: creatorProfiles.id, email: creatorProfiles.email, firstName: creatorProfiles.firstName },
        ...{ lastName: creatorProfiles.lastName, blockedAt: creatorProfiles.blockedAt },
        paymentReference: creatorProfiles.paymentReference,
      },
    })
    .from(earnings)
    .innerJoin(offers, and(eq(offers.brandId, earnings.brandId), eq(offers.id, earnings.offerId)))
    .innerJoin(campaigns, and(eq(campaigns.brandId, earnings.brandId), eq(campaigns.id, earnings.campaignId)))
    .innerJoin(brands, eq(brands.id, earnings.brandId))
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .leftJoin(creatorAccounts, isSameAccount())
    .leftJoin(creatorProfiles, eq(creatorProfiles.id, creatorAccounts.creatorId))
    .where(is)
    .orderBy(asc(earnings.settledAt), asc(earnings.brandId), asc(earnings.offerId));
type EarningRow = Awaited<ReturnType<typeof readEarnings>>[number];

export const isDue = () => isNull(earnings.payoutId);

export const toEarning = (row: EarningRow): Earning => {
  const { offerId, brandId, brandName, campaignName, amountCents, settledAt } = row;
  return { offerId, brandId, brandName, campaignName, amountCents, settledAt: settledAt.toISOString() };
};

/** Lists what is due to whom, longest due first. Accounts without a creator come one by one. */
export async function listDue(db: Database): Promise<{ due: DueCreator[]; totalCents: number }> {
  const byCreator = new Map<string, DueCreator>();
  for (const row of await readEarnings(db, isDue())) {
    const { creator, account } = row;
    const key = creator?.id ?? `${account.platform} ${account.username.toLowerCase()}`;
    const known = byCreator.get(key);
    const due = known ?? { creator: personOf(row), account, amountCents: 0, earnings: [] };
    due.amountCents += row.amountCents;
    due.earnings.push(toEarning(row));
    byCreator.set(key, due);
  }
  const due = [...byCreator.values()];
  return { due, totalCents: due.reduce((sum, { amountCents }) => sum + amountCents, 0) };
}

function personOf({ creator }: EarningRow): DueCreator['creator'] {
  if (creator === null) return null;
  const { blockedAt, ...person } = creator;
  return { ...person, isBlocked: blockedAt !== null };
}
