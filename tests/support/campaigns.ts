import type { CallOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { decideOnCampaign } from '#server/services/admin/campaigns.ts';
import type { TestServer } from './server.ts';

/** Body of the call that creates a campaign. */
export type Creation = CallOf<typeof endpoints.createCampaign>['body'];

/** A campaign that a brand can create, which starts in a day. */
export const newCampaign = (change: Partial<Creation> & Pick<Creation, 'tagIds'>): Creation => ({
  ...{ title: 'Summer', campaignType: 'CPM', socialPlatforms: ['TIKTOK'], startAtDeltaSecs: 86_400 },
  ...{ dos: ['Show the cup'], donts: ['Swear'], cpmBudgetCents: 30_000 },
  ...change,
});

/** Decides on a campaign as the team does. */
export const decideCampaign = (
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  campaignId: string,
  decision: 'APPROVED' | 'REJECTED',
) =>
  decideOnCampaign(
    { db, now: clock.now },
    decision === 'APPROVED' ? { campaignId, decision } : { campaignId, decision, reason: 'Too dark.' },
  );
