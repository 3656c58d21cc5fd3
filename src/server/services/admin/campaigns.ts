import { and, asc, eq } from 'drizzle-orm';
import { maximumFundsCents } from '#contract/brand/billing.ts';
import type { ApprovalStatus } from '#contract/brand/brand.ts';
import { type CampaignStep, campaignSteps } from '#contract/brand/campaign.ts';
import { isInDebt } from '#domain/money/debt.ts';
import { formatUsd } from '#domain/money/money.ts';
import { costOf, type FeeTerms } from '#domain/money/proposal.ts';
import { type BrandWriter, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { brands, campaigns } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { isPast, propose } from '../campaigns/proposals.ts';
import { captureBudget, releaseBudget } from '../ledger/campaign-budget.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { proposedTerms } from '../moves/proposal.ts';
import { newWorker } from '../moves/state/campaign-worker.ts';
import { notifyOfCampaign } from '../notices/brands/notify-of-campaign.ts';
import { requireFlatFee } from './fee.ts';
import type { AdminContext } from './shared/brands.ts';
import { requireSeen, seenOfCampaign } from './shared/seen.ts';

type CampaignRow = typeof campaigns.$inferSelect;

/** A campaign as listed for the team. */
export interface ListedCampaign {
  id: string;
  name: string | null;
  brandEmail: string;
  brandWebsiteUrl: string | null;
  approvalStatus: ApprovalStatus;
  campaignType: CampaignRow['campaignType'];
  platforms: CampaignRow['platforms'];
  cpmBudgetCents: number | null;
  startAt: string;
  createdAt: string;
  /** The newest proposal of a flat fee; null if there is none. */
  proposal: (FeeTerms & { state: ProposalState; note: string | null }) | null;
}

export const proposalStates = ['PROPOSED', 'ACCEPTED', 'DECLINED'] as const;
type ProposalState = (typeof proposalStates)[number];

/** Returns unarchived campaigns in a state, oldest first. */
export async function listCampaigns(db: Database, approvalStatus: ApprovalStatus): Promise<ListedCampaign[]> {
  const rows = await db
    .select({ campaign: campaigns, brand: { email: brands.email, brandUrl: brands.brandUrl } })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brandId))
    .where(and(eq(campaigns.approvalStatus, approvalStatus), eq(campaigns.status, 'ACTIVE')))
    .orderBy(asc(campaigns.createdAt), asc(campaigns.id));
  return rows.map(({ campaign, brand }) => toListedCampaign(campaign, brand));
}

/** Converts a campaign's row for the team. */
export const toListedCampaign = (
  row: CampaignRow,
  brand: Pick<typeof brands.$inferSelect, 'email' | 'brandUrl'>,
): ListedCampaign => ({
  id: row.id,
  name: row.name,
  brandEmail: brand.email,
  brandWebsiteUrl: brand.brandUrl,
  approvalStatus: row.approvalStatus,
  campaignType: row.campaignType,
  platforms: row.platforms,
  cpmBudgetCents: row.cpmBudgetCents,
  startAt: row.startAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  proposal: toListedProposal(row),
});

function toListedProposal(row: CampaignRow): ListedCampaign['proposal'] {
  const terms = proposedTerms(row);
  const { proposalAcceptedAt, proposalDeclinedAt, proposalNote: note } = row;
  const answered = proposalDeclinedAt === null ? 'PROPOSED' : 'DECLINED';
  return terms && { ...terms, state: proposalAcceptedAt === null ? answered : 'ACCEPTED', note };
}

export type CampaignDecision = { campaignId: string; seen?: string | undefined } & (
  | {
      decision: 'APPROVED';
      asks?: readonly CampaignStep[] | undefined;
      asksForOriginals?: boolean | undefined;
      feeCents?: number | undefined;
      creators?: number | undefined;
    }
  | { decision: 'REJECTED'; reason: string }
);

/**
 * Approves a campaign, which spends its held budget and sets up its worker, or rejects it, which releases the budget.
 * The brand gets an email. Repeating a decision changes nothing and sends nothing. A campaign with a flat fee isn't
 * approved here: its fee is proposed to the brand, which approves the campaign by accepting.
 * @throws {CommandError} if there is no such campaign, it is archived or was already decided the other way, a fee is
 * missing or doesn't apply, or it would be approved while the brand's balance is negative
 */
export async function decideOnCampaign(
  { db, now }: AdminContext,
  decided: CampaignDecision,
): Promise<{ campaign: ListedCampaign; changed: boolean }> {
  const { campaignId, decision } = decided;
  const isThis = eq(campaigns.id, campaignId);
  const [found] = await db.select({ brandId: campaigns.brandId }).from(campaigns).where(isThis);
  if (found === undefined) throw new CommandError(`There is no campaign ${campaignId}.`);
  return writeBrand({ db, brandId: found.brandId }, async (writer) => {
    const [row] = await writer.db
      .select({ campaign: campaigns, brand: brands })
      .from(campaigns)
      .innerJoin(brands, eq(brands.id, campaigns.brandId))
      .where(writer.own(campaigns, isThis));
    if (row === undefined) throw new CommandError(`Campaign ${campaignId} no longer exists.`);
    const { campaign, brand } = row;
    const answer = { ...campaign, approvalStatus: decision };
    if (campaign.approvalStatus === decision) return { campaign: toListedCampaign(answer, brand), changed: false };
    requireSeen(decided.seen, seenOfCampaign(campaign), 'The campaign', 'show-campaign');
    requireUndecided(campaign);
    if (decision === 'APPROVED') await requireSolvent(writer, campaignId);
    if (decided.decision === 'APPROVED' && campaign.campaignType === 'FLAT_FEE') {
      const terms = requireTerms(campaign, decided);
      if (isPast(campaign, now())) {
        throw new CommandError(
          `The end date of campaign ${campaignId} has passed. Reject the campaign; its brand can then run it again.`,
        );
      }
      const also = stepsAsked(decided);
      const changed = await propose(writer, campaign, { terms, also, now: now() });
      const proposal = { ...terms, state: 'PROPOSED', note: null } as const;
      return { campaign: { ...toListedCampaign(campaign, brand), proposal }, changed };
    }
    await apply(writer, campaign, decided, brand, now());
    return { campaign: toListedCampaign(answer, brand), changed: true };
  });
}

function requireUndecided({ id, status, approvalStatus }: CampaignRow): void {
  if (status === 'ARCHIVED') throw new CommandError(`Campaign ${id} is archived.`);
  if (approvalStatus !== 'PENDING') {
    throw new CommandError(`Campaign ${id} is already ${approvalStatus.toLowerCase()}, and its budget is settled.`);
  }
}

/** Refuses if refunds or disputes have put the brand in debt, since the campaign's held budget isn't covered then. */
async function requireSolvent(writer: BrandWriter, campaignId: string): Promise<void> {
  const { available } = await balancesOf(writer);
  if (!isInDebt(available)) return;
  throw new CommandError(
    `Campaign ${campaignId} can’t be approved: the brand’s balance is ${formatUsd(available)}, because payments were refunded, disputed or corrected. Approve it once the balance is ${formatUsd(0)} or more.`,
  );
}

/** Returns the requested steps in the campaign's order; an empty object if the defaults apply. */
const asked = (asks: readonly CampaignStep[] | undefined) =>
  asks === undefined ? {} : { asks: campaignSteps.filter((step) => asks.includes(step)) };

type Approval = Extract<CampaignDecision, { decision: 'APPROVED' }>;

const stepsAsked = ({ asks, asksForOriginals = false }: Approval) => ({ ...asked(asks), asksForOriginals });

function requireTerms({ id }: CampaignRow, { feeCents, creators }: Approval): FeeTerms {
  if (feeCents === undefined || creators === undefined) {
    throw new CommandError(
      `Campaign ${id} pays a flat fee. Propose one with --fee and --creators: the campaign is approved once its brand accepts.`,
    );
  }
  const terms = { feeCents, creators };
  if (costOf(terms) > maximumFundsCents)
    throw new CommandError(`Expected a total cost of up to ${formatUsd(maximumFundsCents)}.`);
  return terms;
}

async function apply(
  writer: BrandWriter,
  campaign: CampaignRow,
  decided: CampaignDecision,
  brand: typeof brands.$inferSelect,
  now: Date,
): Promise<void> {
  const { db, revision } = writer;
  const name = campaign.name ?? `${brand.name} Campaign`;
  const isThis = writer.own(campaigns, eq(campaigns.id, campaign.id));
  const common = { approvalStatus: decided.decision, unread: true, revision };
  if (decided.decision === 'APPROVED') {
    if (decided.feeCents !== undefined || decided.creators !== undefined) requireFlatFee(campaign);
    await db
      .update(campaigns)
      .set({
        ...common,
        ...stepsAsked(decided),
        ...newWorker(campaign, brand, now),
      })
      .where(isThis);
    await captureBudget(writer, { id: campaign.id, name }, now);
  } else {
    await db
      .update(campaigns)
      .set({ ...common, rejectionReason: decided.reason })
      .where(isThis);
    await releaseBudget(writer, campaign.id, now);
  }
  const of = { campaignId: campaign.id, now };
  await (decided.decision === 'APPROVED'
    ? notifyOfCampaign(writer, { ...of, news: 'approved' })
    : notifyOfCampaign(writer, { ...of, news: 'rejected', reason: decided.reason }));
}
