import { and, asc, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { socialPlatforms } from '#contract/brand/campaign.ts';
import type { Database } from '#server/database/database.ts';
import { creatorAccounts, creatorProfiles, isSameAccount } from '#server/database/tables/creator-tables.ts';
import { earningHolds } from '#server/database/tables/hold-tables.ts';
import { earnings } from '#server/database/tables/ledger-tables.ts';
import { brands, campaigns, creators, offers } from '#server/database/tables/tables.ts';
import { isOnHold } from '#server/services/ledger/holds.ts';

const earningSchema = v.object({
  offerId: v.string(),
  brandId: v.string(),
  brandName: v.string(),
  campaignName: v.nullable(v.string()),
  amountCents: v.number(),
  settledAt: v.string(),
  /** Time of the settlement, or of the release if the earnings were on hold after that. */
  dueSince: v.string(),
});
export type Earning = v.InferOutput<typeof earningSchema>;

export const dueCreatorSchema = v.object({
  /** Null for an account without a creator in list-creators, which can't be paid until a creator has it. */
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
  /** In the order in which they became due. */
  earnings: v.array(earningSchema),
  /** Earnings on hold, which aren't part of the amount. */
  heldCents: v.number(),
  held: v.array(earningSchema),
});
export type DueCreator = v.InferOutput<typeof dueCreatorSchema>;

/** Earnings that were on hold are due from their release, so that totals in earlier lists stay valid. */
const dueSince = sql<Date>`greatest(${earnings.settledAt}, (
  select max(${earningHolds.releasedAt}) from ${earningHolds}
  where ${earningHolds.brandId} = ${earnings.brandId} and ${earningHolds.offerId} = ${earnings.offerId}
))`.mapWith(earnings.settledAt);

/** Returns earnings with their offers, campaigns and brands, oldest first. */
export const readEarnings = (db: Database, is: SQL | undefined) =>
  db
    .select({
      ...{ offerId: earnings.offerId, brandId: earnings.brandId, amountCents: earnings.amountCents },
      payoutId: earnings.payoutId,
      ...{ brandName: brands.name, campaignName: campaigns.name, settledAt: earnings.settledAt, dueSince },
      isHeld: isOnHold(earnings),
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
    .orderBy(asc(dueSince), asc(earnings.brandId), asc(earnings.offerId));
type EarningRow = Awaited<ReturnType<typeof readEarnings>>[number];

/** SQL condition: the earnings can be paid. */
export const isDue = () => and(isNull(earnings.payoutId), not(isOnHold(earnings)));

export const toEarning = (row: EarningRow): Earning => {
  const { offerId, brandId, brandName, campaignName, amountCents } = row;
  const [settledAt, since] = [row.settledAt.toISOString(), row.dueSince.toISOString()];
  return { offerId, brandId, brandName, campaignName, amountCents, settledAt, dueSince: since };
};

/**
 * Lists amounts due by creator, longest due first, and amounts on hold. Accounts without a creator are listed individually.
 */
export async function listDueEarnings(
  db: Database,
): Promise<{ due: DueCreator[]; totalCents: number; heldCents: number }> {
  const byCreator = new Map<string, DueCreator>();
  for (const row of await readEarnings(db, isNull(earnings.payoutId))) {
    const { creator, account } = row;
    const key = creator?.id ?? `${account.platform} ${account.username.toLowerCase()}`;
    const known = byCreator.get(key);
    const due = known ?? { creator: personOf(row), account, amountCents: 0, earnings: [], heldCents: 0, held: [] };
    due[row.isHeld ? 'heldCents' : 'amountCents'] += row.amountCents;
    due[row.isHeld ? 'held' : 'earnings'].push(toEarning(row));
    byCreator.set(key, due);
  }
  const due = [...byCreator.values()];
  return {
    due,
    totalCents: due.reduce((sum, { amountCents }) => sum + amountCents, 0),
    heldCents: due.reduce((sum, each) => sum + each.heldCents, 0),
  };
}

function personOf({ creator }: EarningRow): DueCreator['creator'] {
  if (creator === null) return null;
  const { blockedAt, ...person } = creator;
  return { ...person, isBlocked: blockedAt !== null };
}
