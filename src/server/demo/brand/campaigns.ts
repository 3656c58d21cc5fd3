import type { WorkerStatus } from '#contract/brand/campaign.ts';
import { projectedViews } from '#domain/money/reach.ts';
import type { campaigns } from '#server/database/tables/tables.ts';
import { between, idFrom, pick, type Random, wholeBetween } from '../random.ts';
import type { CampaignPlan, CampaignState } from './campaign-plan.ts';
import { demoHashtag, dontsOf, dosOf, talkingPoints } from './guidelines.ts';
import { after, dayMs, earlier, hourMs } from './times.ts';

export type CampaignRow = Required<typeof campaigns.$inferInsert> & { createdAt: Date };

/** A campaign's row with its plan. */
export interface PlannedCampaign {
  plan: CampaignPlan;
  row: CampaignRow;
}

const approvalOf = { 'in-review': 'PENDING', rejected: 'REJECTED' } as const;
const workerOf: Partial<Record<CampaignState, WorkerStatus>> = {
  queued: 'QUEUED',
  sourcing: 'SOURCING',
  active: 'ACTIVE',
  ending: 'ENDING',
  'goal-reached': 'ENDED_SUCCESSFULLY',
  'end-reached': 'ENDED_UNSUCCESSFULLY',
};

interface CampaignContext {
  brandId: string;
  now: Date;
  revision: number;
  /** IDs by name. */
  tagIds: ReadonlyMap<string, string>;
}

/** A campaign according to its plan, with times relative to now. */
export function generateCampaign(random: Random, plan: CampaignPlan, context: CampaignContext): PlannedCampaign {
  const { brandId, now, revision, tagIds } = context;
  // Campaigns start on the hour.
  const startAt = new Date(Math.round(after(now, plan.start * dayMs).getTime() / hourMs) * hourMs);
  const endAt = plan.days === null ? null : after(startAt, plan.days * dayMs);
  const createdAt = earlier(after(startAt, -between(random, 2, 5) * dayMs), latestCreation(random, plan, now));
  const status = workerOf[plan.state] ?? null;
  const budgetCents = plan.budgetDollars === null ? null : plan.budgetDollars * 100;
  const paid = status === null || budgetCents === null ? null : { budgetCents, cpmCents: plan.cpmCents };
  const row: CampaignRow = {
    brandId,
    id: idFrom(random, 'cmp', createdAt),
    name: plan.name,
    campaignType: plan.type ?? 'CPM',
    approvalStatus: plan.state === 'in-review' || plan.state === 'rejected' ? approvalOf[plan.state] : 'APPROVED',
    status: plan.archived ? 'ARCHIVED' : 'ACTIVE',
    rejectionReason: plan.rejectionReason ?? null,
    unread: plan.unread ?? false,
    startAt,
    endAt,
    platforms: [...plan.platforms],
    tagIds: plan.tags.flatMap((name) => tagIds.get(name) ?? []),
    dos: dosOf(wholeBetween(random, 0, 6)),
    donts: dontsOf(wholeBetween(random, 0, 6)),
    asks: asksOf(plan),
    asksForOriginals: false,
    cpmBudgetCents: budgetCents,
    feeCents: plan.type === 'FLAT_FEE' ? 15_000 : null,
    ...{ feeCreators: null, proposalNumber: null, proposedAt: null },
    ...{ proposalAcceptedAt: null, proposalDeclinedAt: null, proposalNote: null },
    workerStatus: status,
    workerStartDate: status && startAt,
    workerEndDate: status && endAt,
    workerCpmCents: paid?.cpmCents ?? null,
    workerBudgetCents: paid?.budgetCents ?? null,
    // Without a target, screens show the views that the budget buys.
    workerViewTarget: paid && plan.name !== null ? projectedViews(paid.budgetCents, paid.cpmCents) : null,
    requiredHashtag: status === null ? null : demoHashtag,
    endedAt: endedAtOf(plan, endAt, now),
    ...{ pausedAt: null, resumedAt: null, settledAt: null, countedUntil: null, spentCents: null },
    brief: { talkingPoints: [pick(random, talkingPoints)], extraNotes: null, captions: [] },
    replacesCampaignId: null,
    createdAt,
    revision,
  };
  return { plan, row };
}

/** Null before a campaign's end. A campaign that reached its goal ended some time before its planned end. */
function endedAtOf({ state, archived }: CampaignPlan, endAt: Date | null, now: Date): Date | null {
  if (endAt !== null && state === 'goal-reached') return earlier(after(endAt, -2 * dayMs), now);
  if (endAt !== null && state === 'end-reached') return endAt;
  return archived ? now : null;
}

/** Most campaigns require the usual steps; expensive ones require more, and some send their product. */
function asksOf({ budgetDollars, cpmCents }: CampaignPlan): CampaignRow['asks'] {
  if (budgetDollars === null) return null;
  if (budgetDollars >= 5_000) return ['CONTRACT', 'CUSTOM_CAPTION', 'DRAFT'];
  return cpmCents < 500 ? ['PACKAGE', 'DRAFT'] : null;
}

/** A campaign in review was submitted within the last day; a decided one a little earlier. */
function latestCreation(random: Random, plan: CampaignPlan, now: Date): Date {
  if (plan.archived) return now;
  if (plan.state === 'in-review') return after(now, -between(random, 0.5, 20) * hourMs);
  if (plan.state === 'rejected') return after(now, -between(random, 1, 3) * dayMs);
  return after(now, -between(random, 3, 6) * dayMs);
}

/** Views of a campaign's posts so far: as planned, or a share of its budget's target. */
export function viewsOf({ plan, row }: PlannedCampaign): number {
  const target = projectedViews(row.workerBudgetCents ?? 0, row.workerCpmCents ?? 0);
  return plan.views ?? target * (plan.reached ?? 0);
}
