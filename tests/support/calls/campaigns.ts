import { eq } from 'drizzle-orm';
import type { endpoints } from '#contract/calls/endpoints.ts';
import type { CallOf } from '#contract/wire/endpoint.ts';
import { brands, campaigns } from '#server/database/tables/tables.ts';
import { decideOnCampaign } from '#server/services/admin/campaigns.ts';
import { newWorker } from '#server/services/moves/state/campaign-worker.ts';
import type { TestServer } from '../servers/server.ts';

/** Body of the request that creates a campaign. */
export type Creation = CallOf<typeof endpoints.createCampaign>['body'];

/** A campaign that a brand can create, which starts in a day. */
export const newCampaign = (change: Partial<Creation> & Pick<Creation, 'tagIds'>): Creation => ({
  ...{ title: 'Summer', campaignType: 'CPM', socialPlatforms: ['TIKTOK'], startAtDeltaSecs: 86_400 },
  ...{ dos: ['Show the cup'], donts: ['Swear'], cpmBudgetCents: 30_000 },
  ...change,
});

/** Decides on a campaign as the team would. */
export const decideCampaign = (
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  campaignId: string,
  decision: 'APPROVED' | 'REJECTED',
) =>
  decideOnCampaign(
    { db, now: clock.now },
    decision === 'APPROVED' ? { campaignId, decision } : { campaignId, decision, reason: 'Too dark.' },
  );

/** Approves a flat-fee campaign as versions before proposals did: its provider pays the fees. */
export async function approveUnfunded(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  campaignId: string,
  feeCents: number | null = null,
): Promise<void> {
  const isThis = eq(campaigns.id, campaignId);
  const [row] = await db
    .select({ campaign: campaigns, brand: brands })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brandId))
    .where(isThis);
  if (row === undefined) throw new Error(`There is no campaign ${campaignId}`);
  const worker = newWorker(row.campaign, row.brand, clock.now());
  await db
    .update(campaigns)
    .set({ approvalStatus: 'APPROVED', feeCents, ...worker })
    .where(isThis);
}
