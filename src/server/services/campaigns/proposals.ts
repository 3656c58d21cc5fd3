import { eq } from 'drizzle-orm';
import type { CampaignChange, ProposalAnswer } from '#contract/brand/campaign-change.ts';
import { costOf, type FeeTerms, feeText } from '#domain/money/proposal.ts';
import { campaignRun } from '#domain/time/period.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { brands, campaigns } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { captureBudget, holdBudget, requireNoDebt } from '../ledger/campaign-budget.ts';
import { proposedTerms } from '../moves/proposal.ts';
import { newWorker } from '../moves/state/campaign-worker.ts';
import { notifyOfCampaign } from '../notices/brands/notify-of-campaign.ts';

type CampaignRow = typeof campaigns.$inferSelect;

/** True for a change that accepts or declines a proposal. */
export const isProposalAnswer = (change: CampaignChange): change is ProposalAnswer =>
  change.change === 'accept-proposal' || change.change === 'decline-proposal';

/** True for a campaign whose planned end has passed, so money set aside for it could buy nothing. */
export function isPast({ startAt, endAt }: CampaignRow, now: Date): boolean {
  const planned = { CPMWorker: null, startAt: startAt.toISOString(), endAt: endAt?.toISOString() ?? null };
  return campaignRun(planned).endMs <= now.getTime();
}

/**
 * Proposes a flat fee to a campaign's brand by email and push, replacing an earlier proposal. Repeating a pending
 * proposal changes nothing.
 * @returns true if the proposal is new
 */
export async function propose(
  writer: BrandWriter,
  row: CampaignRow,
  { terms, also, now }: { terms: FeeTerms; also: Partial<CampaignRow>; now: Date },
): Promise<boolean> {
  const before = row.proposalDeclinedAt === null ? proposedTerms(row) : null;
  const isSame = before?.feeCents === terms.feeCents && before.creators === terms.creators;
  await writer.db
    .update(campaigns)
    .set({
      ...also,
      ...{ feeCents: terms.feeCents, feeCreators: terms.creators, revision: writer.revision },
      ...(!isSame && {
        ...{ proposalNumber: (row.proposalNumber ?? 0) + 1, proposedAt: now, unread: true },
        ...{ proposalDeclinedAt: null, proposalNote: null },
      }),
    })
    .where(writer.own(campaigns, eq(campaigns.id, row.id)));
  if (!isSame) await notifyOfCampaign(writer, { campaignId: row.id, now, news: 'proposed' });
  return !isSame;
}

/**
 * Applies a brand's response to a proposal, in the writer's transaction. Accepting sets the cost aside and approves the
 * campaign; declining leaves it in review.
 * @throws {ApiError} 402 if the available balance is too low; 409 if the proposal isn't the newest, the campaign was
 * already decided on, or its end date has passed
 */
export async function answerProposal(
  writer: BrandWriter,
  row: CampaignRow,
  answer: ProposalAnswer,
  now: Date,
): Promise<void> {
  const terms = requireOpen(row, answer.proposal);
  const changed =
    answer.change === 'accept-proposal'
      ? await accept(writer, row, terms, now)
      : { proposalDeclinedAt: now, proposalNote: answer.note?.trim() || null };
  await writer.db
    .update(campaigns)
    .set({ ...changed, revision: writer.revision })
    .where(writer.own(campaigns, eq(campaigns.id, row.id)));
}

function requireOpen(row: CampaignRow, number: number): FeeTerms {
  if (row.status === 'ARCHIVED') throw new ApiError('campaign_archived', 'This campaign is archived.');
  const changed = (message: string) => new ApiError('proposal_changed', message);
  if (row.approvalStatus === 'APPROVED') throw changed('This campaign is already approved.');
  if (row.approvalStatus === 'REJECTED') throw changed('This campaign was not approved.');
  const terms = proposedTerms(row);
  if (terms === null) throw changed('This campaign has no proposal yet.');
  if (row.proposalDeclinedAt !== null)
    throw changed('This proposal was already declined. Our team will get back to you.');
  if (number !== row.proposalNumber) throw changed(`The proposal has changed. It’s now ${feeText(terms)}.`);
  return terms;
}

async function accept(
  writer: BrandWriter,
  row: CampaignRow,
  terms: FeeTerms,
  now: Date,
): Promise<Partial<CampaignRow>> {
  const [brand] = await writer.db.select().from(brands).where(eq(brands.id, writer.brandId));
  if (brand === undefined) throw new Error(`The brand of campaign ${row.id} is gone`);
  if (isPast(row, now)) {
    throw new ApiError('campaign_ended', 'This campaign’s end date has passed, so it can no longer be approved.');
  }
  await requireNoDebt(writer);
  await holdBudget(writer, row.id, costOf(terms), now);
  await captureBudget(writer, { id: row.id, name: row.name ?? `${brand.name} Campaign` }, now);
  return { approvalStatus: 'APPROVED', proposalAcceptedAt: now, ...newWorker(row, brand, now) };
}
