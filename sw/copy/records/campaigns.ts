import { type Campaign, campaignSchema } from '#contract/brand/campaign.ts';
import { workerStatusOf } from '#domain/campaigns/campaign-status.ts';
import { withoutOverlay } from '#domain/offers/brand-record.ts';
import { type CopyWrite, instantOf } from '../copy-write.ts';
import { type EntityKind, putEntities } from './entities.ts';
import { forgetHeld } from './held-figures.ts';

/** Campaigns, newest first; filtered by approval, by the status of their `CPMWorker`, and by whether they are archived. */
export const campaignKind: EntityKind<Campaign> = {
  store: 'campaigns',
  schema: campaignSchema,
  // Analytics shows campaigns' names and uses their budgets.
  shownIn: ['campaigns', 'analytics'],
  facetCount: 3,
  // Archiving can't be undone, and campaigns lack `updatedAt`.
  isBehind: (stored, { status }) => stored?.status === 'ACTIVE' && status === 'ARCHIVED',
  entryOf: ({ id, createdAt, startAt, approvalStatus, CPMWorker, status }) => ({
    id,
    at: instantOf(createdAt ?? startAt),
    facets: [approvalStatus, workerStatusOf({ approvalStatus, CPMWorker }) ?? '', status],
  }),
};

/** Stores campaigns and deletes removed ones. Optimistic updates are never stored with a campaign. */
export async function putCampaigns(
  write: CopyWrite,
  campaigns: readonly Campaign[],
  removedIds: readonly string[] = [],
): Promise<void> {
  const values = campaigns.map((campaign) => withoutOverlay(campaign));
  await putEntities(write, campaignKind, values, removedIds);
  if (campaigns.length > 0 || removedIds.length > 0) forgetHeld(write.transaction.db);
}
