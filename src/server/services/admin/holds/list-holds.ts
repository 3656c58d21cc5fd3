import { and, asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { socialPlatforms } from '#contract/brand/campaign.ts';
import type { Database } from '#server/database/database.ts';
import { creatorAccounts, creatorProfiles, isSameAccount } from '#server/database/tables/creator-tables.ts';
import { earningHolds } from '#server/database/tables/hold-tables.ts';
import { earnings } from '#server/database/tables/ledger-tables.ts';
import { brands, campaigns, creators, offers } from '#server/database/tables/tables.ts';
import { isOpenHold, readHolds } from '#server/services/ledger/holds.ts';
import { holdViewSchema, toHoldView } from './earning-state.ts';

export const listedHoldSchema = v.object({
  offerId: v.string(),
  /** Null until the campaign is settled, and for an offer that earned nothing. */
  amountCents: v.nullable(v.number()),
  brandName: v.string(),
  campaignName: v.nullable(v.string()),
  account: v.object({ platform: v.picklist(socialPlatforms), username: v.string() }),
  /** The creator's email; null if the account has no known creator. */
  email: v.nullable(v.string()),
  hold: holdViewSchema,
});
export type ListedHold = v.InferOutput<typeof listedHoldSchema>;

/** Lists earnings on hold, of all brands, longest on hold first. */
export async function listHolds(db: Database): Promise<ListedHold[]> {
  const rows = await db
    .select({
      ...{ holdId: earningHolds.id, offerId: offers.id, amountCents: earnings.amountCents, brandName: brands.name },
      ...{ campaignName: campaigns.name, email: creatorProfiles.email },
      account: { platform: creators.platform, username: creators.username },
    })
    .from(earningHolds)
    .innerJoin(offers, and(eq(offers.brandId, earningHolds.brandId), eq(offers.id, earningHolds.offerId)))
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .leftJoin(creatorAccounts, isSameAccount())
    .leftJoin(creatorProfiles, eq(creatorProfiles.id, creatorAccounts.creatorId))
    .leftJoin(earnings, and(eq(earnings.brandId, offers.brandId), eq(earnings.offerId, offers.id)))
    .where(isOpenHold())
    .orderBy(asc(earningHolds.heldAt), asc(earningHolds.id));
  const holds = new Map((await readHolds(db, isOpenHold())).map((hold) => [hold.id, hold]));
  return rows.flatMap(({ holdId, ...row }) => {
    const hold = holds.get(holdId);
    return hold === undefined ? [] : [{ ...row, hold: toHoldView(hold) }];
  });
}
