import type { ApprovalStatus } from '#contract/brand/brand.ts';
import type { Campaign, campaignStatuses, WorkerStatus } from '#contract/brand/campaign.ts';
import { compareNewestFirst } from '../shared/compare.ts';

export type CampaignBadgeKey = 'in-review' | 'active' | 'approved' | 'rejected' | 'ending' | 'paused' | 'completed';

const badgeLabels: Readonly<Record<CampaignBadgeKey, string>> = {
  'in-review': 'In Review',
  active: 'Active',
  approved: 'Approved',
  rejected: 'Rejected',
  ending: 'Ending',
  paused: 'Paused',
  completed: 'Completed',
};

const endedStatuses: readonly WorkerStatus[] = ['ENDED_SUCCESSFULLY', 'ENDED_UNSUCCESSFULLY'];
const running: readonly WorkerStatus[] = ['ACTIVE', 'ENDING', ...endedStatuses];

type Statuses = Pick<Campaign, 'approvalStatus' | 'CPMWorker'>;

/**
 * Status of a campaign's `CPMWorker`. An approved campaign without one counts as not started, since a server may not create one
 * for some types. Returns null before the approval.
 */
export function workerStatusOf({ approvalStatus, CPMWorker }: Statuses): WorkerStatus | null {
  return CPMWorker?.status ?? (approvalStatus === 'APPROVED' ? 'QUEUED' : null);
}

const badgeOfWorker = {
  QUEUED: 'approved',
  SOURCING: 'approved',
  ACTIVE: 'active',
  ENDING: 'ending',
  ENDED_SUCCESSFULLY: 'completed',
  ENDED_UNSUCCESSFULLY: 'completed',
} as const satisfies Record<WorkerStatus, CampaignBadgeKey>;

function badgeKey(campaign: Statuses & Pick<Campaign, 'pausedAt'>): CampaignBadgeKey {
  if (campaign.approvalStatus === 'PENDING') return 'in-review';
  if (campaign.approvalStatus === 'REJECTED') return 'rejected';
  return campaign.pausedAt === undefined ? badgeOfWorker[workerStatusOf(campaign) ?? 'QUEUED'] : 'paused';
}

/** Key and label of a campaign's badge. */
export function campaignBadge(campaign: Statuses & Pick<Campaign, 'pausedAt'>): {
  key: CampaignBadgeKey;
  label: string;
} {
  const key = badgeKey(campaign);
  return { key, label: badgeLabels[key] };
}

/** The three filters of the campaign list; an omitted or empty filter matches all. */
export interface CampaignStatusQuery {
  approvalStatus?: readonly ApprovalStatus[] | undefined;
  cpmWorkerStatus?: readonly WorkerStatus[] | undefined;
  campaignStatus?: readonly (typeof campaignStatuses)[number][] | undefined;
}

const listed = { campaignStatus: ['ACTIVE'] } as const;
const approved = { ...listed, approvalStatus: ['APPROVED'] } as const;

/**
 * Filter menu of the campaign list, in order. Except for All and Archived, each filter shows the campaigns with the badge of the
 * same name.
 */
export const campaignFilters = [
  { key: 'all', label: 'All Campaigns', short: 'All', query: { ...listed } },
  { key: 'active', label: 'Active', query: { ...approved, cpmWorkerStatus: ['ACTIVE'] } },
  { key: 'approved', label: 'Approved', query: { ...approved, cpmWorkerStatus: ['QUEUED', 'SOURCING'] } },
  { key: 'in-review', label: 'In Review', query: { ...listed, approvalStatus: ['PENDING'] } },
  { key: 'rejected', label: 'Rejected', query: { ...listed, approvalStatus: ['REJECTED'] } },
  { key: 'ending', label: 'Ending', query: { ...approved, cpmWorkerStatus: ['ENDING'] } },
  { key: 'completed', label: 'Completed', query: { ...approved, cpmWorkerStatus: endedStatuses } },
  { key: 'archived', label: 'Archived', query: { campaignStatus: ['ARCHIVED'] } },
] as const satisfies readonly { key: string; label: string; short?: string; query: CampaignStatusQuery }[];

const allows = <T>(wanted: readonly T[] | undefined, value: T | null) =>
  wanted === undefined || wanted.length === 0 || (value !== null && wanted.includes(value));

/** True if a campaign matches the filters. Before its approval, it matches no filter by worker status. */
export function matchesCampaignQuery(campaign: Campaign, query: CampaignStatusQuery): boolean {
  return (
    allows(query.approvalStatus, campaign.approvalStatus) &&
    allows(query.cpmWorkerStatus, workerStatusOf(campaign)) &&
    allows(query.campaignStatus, campaign.status)
  );
}

/** Sort order of the list: newest first. */
export function compareCampaigns(a: Campaign, b: Campaign): number {
  return compareNewestFirst({ at: a.createdAt ?? a.startAt, id: a.id }, { at: b.createdAt ?? b.startAt, id: b.id });
}

/** Banner of a campaign's page, with the values for its text. Instants are formatted by the screen in the viewer's zone. */
export type CampaignBanner =
  | { kind: 'in-review' | 'sourcing' | 'active' | 'ending' | 'paused' | 'goal-reached' | 'end-reached' | 'archived' }
  | { kind: 'rejected'; reason: string | null }
  | { kind: 'not-started'; startsAt: string };

const bannerOfWorker = {
  SOURCING: 'sourcing',
  ACTIVE: 'active',
  ENDING: 'ending',
  ENDED_SUCCESSFULLY: 'goal-reached',
  ENDED_UNSUCCESSFULLY: 'end-reached',
} as const satisfies Record<Exclude<WorkerStatus, 'QUEUED'>, CampaignBanner['kind']>;

export function campaignBanner(
  campaign: Statuses & Pick<Campaign, 'status' | 'rejectionReason' | 'startAt' | 'pausedAt'>,
): CampaignBanner {
  const { approvalStatus, CPMWorker, startAt } = campaign;
  // An archived campaign allows no action, so its earlier status would mislead.
  if (campaign.status === 'ARCHIVED') return { kind: 'archived' };
  if (approvalStatus === 'PENDING') return { kind: 'in-review' };
  if (approvalStatus === 'REJECTED') return { kind: 'rejected', reason: campaign.rejectionReason };
  const status = workerStatusOf(campaign) ?? 'QUEUED';
  if (campaign.pausedAt !== undefined) return { kind: 'paused' };
  if (status === 'QUEUED') return { kind: 'not-started', startsAt: CPMWorker?.startDate ?? startAt };
  return { kind: bannerOfWorker[status] };
}

const isRunning = ({ CPMWorker }: Statuses) => CPMWorker !== null && running.includes(CPMWorker.status);

/** Offers are shown once creators are at work. */
export const showsOffers = isRunning;
/** Performance is shown once creators are at work. */
export const showsPerformance = isRunning;

/** True if the brand can archive the campaign: not while creators are being sourced or at work. */
export function canArchive(campaign: Statuses & Pick<Campaign, 'status'>): boolean {
  if (campaign.status === 'ARCHIVED') return false;
  if (campaign.approvalStatus !== 'APPROVED') return true;
  const status = workerStatusOf(campaign);
  return status === null || status === 'QUEUED' || endedStatuses.includes(status);
}

/** True while the brand can rename the campaign: until it is archived. */
export const canRename = ({ status }: Pick<Campaign, 'status'>): boolean => status === 'ACTIVE';

/** True while the brand can add to a campaign's budget, extend, pause or end it. */
export const canChange = ({ status, ...campaign }: Statuses & Pick<Campaign, 'status'>): boolean =>
  status === 'ACTIVE' &&
  campaign.approvalStatus === 'APPROVED' &&
  !endedStatuses.includes(workerStatusOf(campaign) ?? 'QUEUED');

/** A campaign's name, or '{brand name} Campaign', or 'Campaign'. */
export function campaignTitle(campaign: Pick<Campaign, 'name'>, brandName?: string | null): string {
  if (campaign.name?.trim()) return campaign.name;
  return brandName?.trim() ? `${brandName} Campaign` : 'Campaign';
}
