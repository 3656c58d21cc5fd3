import type { Campaign } from '#contract/brand/campaign.ts';
import { costOf, type FeeTerms } from '#domain/money/proposal.ts';
import type { campaigns } from '#server/database/tables/tables.ts';

type CampaignRow = typeof campaigns.$inferSelect;

/** Returns the provider's latest proposed terms; null without a proposal. */
export const proposedTerms = ({
  proposalNumber,
  feeCents,
  feeCreators,
}: Pick<CampaignRow, 'proposalNumber' | 'feeCents' | 'feeCreators'>): FeeTerms | null =>
  proposalNumber === null || feeCents === null || feeCreators === null ? null : { feeCents, creators: feeCreators };

/**
 * Returns the cost that a brand has set aside for flat fees; null if there is none. Campaigns approved before brands
 * paid fees have none, since the provider pays their fees.
 */
export function setAsideCents(row: CampaignRow): number | null {
  const terms = row.proposalAcceptedAt === null ? null : proposedTerms(row);
  return terms && costOf(terms);
}

/**
 * Converts a campaign's proposal to its API form; undefined if there is none.
 * @param approvedPosts number of posts that have used up part of the fee
 */
export function toProposal(row: CampaignRow, approvedPosts: number): Campaign['proposal'] {
  const terms = proposedTerms(row);
  const { proposalNumber, proposedAt, proposalAcceptedAt, proposalDeclinedAt, proposalNote, settledAt, spentCents } =
    row;
  if (terms === null || proposalNumber === null || proposedAt === null) return undefined;
  const spent = settledAt === null ? approvedPosts * terms.feeCents : (spentCents ?? 0);
  return {
    ...{ number: proposalNumber, ...terms, proposedAt: proposedAt.toISOString() },
    ...(proposalAcceptedAt !== null && { acceptedAt: proposalAcceptedAt.toISOString(), spentCents: spent }),
    ...(proposalDeclinedAt !== null && { declinedAt: proposalDeclinedAt.toISOString() }),
    ...(proposalNote !== null && { note: proposalNote }),
  };
}
