import { eq } from 'drizzle-orm';
import { formatUsd } from '#domain/money/money.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import type { AdminContext } from './shared/brands.ts';

/** @throws {CommandError} for a campaign of another type */
export function requireFlatFee({ id, campaignType }: Pick<typeof campaigns.$inferSelect, 'id' | 'campaignType'>): void {
  if (campaignType !== 'FLAT_FEE') throw new CommandError(`Campaign ${id} doesn’t pay a flat fee.`);
}

/**
 * Sets the fee per post of a flat-fee campaign that was approved before brands paid fees; the provider pays this fee.
 * @throws {CommandError} for a campaign that doesn't exist, doesn't pay a flat fee, has a fee that its brand must
 * accept, or was already offered to creators
 */
export async function setFee(
  { db }: AdminContext,
  { campaignId, feeCents }: { campaignId: string; feeCents: number },
): Promise<{ campaignId: string; feeCents: number }> {
  const isThis = eq(campaigns.id, campaignId);
  const [found] = await db.select({ brandId: campaigns.brandId }).from(campaigns).where(isThis);
  if (found === undefined) throw new CommandError(`There is no campaign ${campaignId}.`);
  await writeBrand({ db, brandId: found.brandId }, async (writer) => {
    const [campaign] = await writer.db.select().from(campaigns).where(writer.own(campaigns, isThis));
    if (campaign === undefined) throw new CommandError(`Campaign ${campaignId} no longer exists.`);
    requireFlatFee(campaign);
    if (campaign.approvalStatus !== 'APPROVED' || campaign.proposalAcceptedAt !== null) {
      throw new CommandError(
        campaign.proposalAcceptedAt === null
          ? `Campaign ${campaignId} isn’t approved. Propose a fee with approve-campaign, --fee and --creators.`
          : `The brand has accepted the fee of campaign ${campaignId}, so it can’t be changed.`,
      );
    }
    const [offered] = await writer.db
      .select({ id: offers.id })
      .from(offers)
      .where(writer.own(offers, eq(offers.campaignId, campaignId)))
      .limit(1);
    if (offered !== undefined && campaign.feeCents !== null && campaign.feeCents !== feeCents) {
      throw new CommandError(`Creators have already been offered ${formatUsd(campaign.feeCents)} per post.`);
    }
    await writer.db.update(campaigns).set({ feeCents }).where(writer.own(campaigns, isThis));
  });
  return { campaignId, feeCents };
}
