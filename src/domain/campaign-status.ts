import type { ApprovalStatus } from '../contract/brand.ts';
import type { Campaign, campaignStatuses, WorkerStatus } from '../contract/campaign.ts';
import { compareNewestFirst } from './compare.ts';

export type CampaignBadgeKey = 'in-review' | 'active' | 'approved' | 'rejected' | 'ending' | 'completed';

const badgeLabels: Readonly<Record<CampaignBadgeKey, string>> = {
  'in-review': 'In Review',
  active: 'Active',
  approved: 'Approved',
  rejected: 'Rejected',
  ending: 'Ending',
  completed: 'Completed',
};

const ended: readonly WorkerStatus[] = ['ENDED_SUCCESSFULLY', 'ENDED_UNSUCCESSFULLY'];
const running: readonly WorkerStatus[] = ['ACTIVE', 'ENDING', ...ended];

type Statuses = Pick<Campaign, 'approvalStatus' | 'CPMWorker'>;

function badgeKey({ approvalStatus, CPMWorker }: Statuses): CampaignBadgeKey {
  if (approvalStatus === 'PENDING') return 'in-review';
  if (approvalStatus === 'REJECTED') return 'rejected';
  const status = CPMWorker?.status;
  if (status === 'ACTIVE') return 'active';
  if (status === 'ENDING') return 'ending';
  return status !== undefined && ended.includes(status) ? 'completed' : 'approved';
}

/** What a campaign's badge says. */
export function campaignBadge(campaign: Statuses): { key: CampaignBadgeKey; label: string } {
  const key = badgeKey(campaign);
  return { key, label: badgeLabels[key] };
}

/** The three filters of the campaign list; none or an empty list of one filters nothing. */
export interface CampaignStatusQuery {
  approvalStatus?: readonly ApprovalStatus[] | undefined;
  cpmWorkerStatus?: readonly WorkerStatus[] | undefined;
  campaignStatus?: readonly (typeof campaignStatuses)[number][] | undefined;
}

const listed = { campaignStatus: ['ACTIVE'] } as const;

/** The filter menu of the campaign list, in its order. */
export const campaignFilters = [
  { key: 'all', label: 'All Campaigns', query: { ...listed } },
  { key: 'active', label: 'Active', query: { ...listed, cpmWorkerStatus: ['ACTIVE'] } },
  {
    key: 'approved',
    label: 'Approved',
    query: { ...listed, approvalStatus: ['APPROVED'], cpmWorkerStatus: ['QUEUED', 'SOURCING'] },
  },
  { key: 'in-review', label: 'In Review', query: { ...listed, approvalStatus: ['PENDING'] } },
  { key: 'rejected', label: 'Rejected', query: { ...listed, approvalStatus: ['REJECTED'] } },
  { key: 'ending', label: 'Ending', query: { ...listed, cpmWorkerStatus: ['ENDING'] } },
  { key: 'completed', label: 'Completed', query: { ...listed, cpmWorkerStatus: ended } },
  { key: 'archived', label: 'Archived', query: { campaignStatus: ['ARCHIVED'] } },
] as const satisfies readonly { key: string; label: string; query: CampaignStatusQuery }[];

const allows = <T>(wanted: readonly T[] | undefined, value: T | undefined) =>
  wanted === undefined || wanted.length === 0 || (value !== undefined && wanted.includes(value));

/** Whether a campaign is in a filtered list. One without a worker is in none that asks for the worker's status. */
export function matchesCampaignQuery(campaign: Campaign, query: CampaignStatusQuery): boolean {
  return (
    allows(query.approvalStatus, campaign.approvalStatus) &&
    allows(query.cpmWorkerStatus, campaign.CPMWorker?.status) &&
    allows(query.campaignStatus, campaign.status)
  );
}

/** The list's order: newest first. */
export function compareCampaigns(a: Campaign, b: Campaign): number {
  return compareNewestFirst({ at: a.createdAt ?? a.startAt, id: a.id }, { at: b.createdAt ?? b.startAt, id: b.id });
}

/** The banner of a campaign's page, with what its text needs. Instants are for the screen to write in the viewer's zone. */
export type CampaignBanner =
  | { kind: 'in-review' | 'sourcing' | 'active' | 'ending' | 'goal-reached' | 'end-reached' | 'archived' }
  | { kind: 'rejected'; reason: string | null }
  | { kind: 'not-started'; startsAt: string };

const bannerOfWorker = {
  SOURCING: 'sourcing',
  ACTIVE: 'active',
  ENDING: 'ending',
  ENDED_SUCCESSFULLY: 'goal-reached',
  ENDED_UNSUCCESSFULLY: 'end-reached',
} as const satisfies Record<Exclude<WorkerStatus, 'QUEUED'>, CampaignBanner['kind']>;

/** What a campaign's page says on top; null for an approved campaign without a worker, of which there is nothing to say. */
export function campaignBanner(
  campaign: Pick<Campaign, 'approvalStatus' | 'status' | 'rejectionReason' | 'CPMWorker'>,
): CampaignBanner | null {
  const { approvalStatus, CPMWorker } = campaign;
  // Nothing can be done with an archived campaign: what it once waited for would offer what there isn't.
  if (campaign.status === 'ARCHIVED') return { kind: 'archived' };
  if (approvalStatus === 'PENDING') return { kind: 'in-review' };
  if (approvalStatus === 'REJECTED') return { kind: 'rejected', reason: campaign.rejectionReason };
  if (CPMWorker === null) return null;
  if (CPMWorker.status === 'QUEUED') return { kind: 'not-started', startsAt: CPMWorker.startDate };
  return { kind: bannerOfWorker[CPMWorker.status] };
}

const isRunning = ({ CPMWorker }: Statuses) => CPMWorker !== null && running.includes(CPMWorker.status);

/** Offers are shown once creators are at work. */
export const showsOffers = isRunning;
/** Performance is shown when live, ending, goal reached or end date reached. */
export const showsPerformance = isRunning;

/** Whether the brand can archive it: while creators look or work for it, that would leave them behind. */
export function canArchive({ approvalStatus, status, CPMWorker }: Statuses & Pick<Campaign, 'status'>): boolean {
  if (status === 'ARCHIVED') return false;
  if (approvalStatus !== 'APPROVED') return true;
  return CPMWorker !== null && (CPMWorker.status === 'QUEUED' || ended.includes(CPMWorker.status));
}

/** The name, or '{brand name} Campaign', or 'Campaign'. */
export function campaignTitle(campaign: Pick<Campaign, 'name'>, brandName?: string | null): string {
  if (campaign.name?.trim()) return campaign.name;
  return brandName?.trim() ? `${brandName} Campaign` : 'Campaign';
}
