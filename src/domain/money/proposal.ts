import type { Campaign } from '#contract/brand/campaign.ts';
import { formatUsd } from './money.ts';

/** Terms of a flat fee: the price per approved post, and the maximum number of creators who can earn it. */
export interface FeeTerms {
  feeCents: number;
  creators: number;
}

/** Maximum cost of a flat fee, which is set aside when the brand accepts. */
export const costOf = ({ feeCents, creators }: FeeTerms): number => feeCents * creators;

/** Terms as text, such as "$150.00 per post, up to 3 creators, $450.00 in total". */
export const feeText = (terms: FeeTerms): string =>
  `${formatUsd(terms.feeCents)} per post, up to ${terms.creators} ${terms.creators === 1 ? 'creator' : 'creators'}, ${formatUsd(costOf(terms))} in total`;

/** The proposal that a brand can accept or decline; null if there is none. */
export function openProposal({
  approvalStatus,
  status,
  proposal,
}: Pick<Campaign, 'approvalStatus' | 'status' | 'proposal'>) {
  if (approvalStatus !== 'PENDING' || status !== 'ACTIVE' || proposal === undefined) return null;
  return proposal.acceptedAt === undefined && proposal.declinedAt === undefined ? proposal : null;
}

/** The flat fee for which a brand has set money aside; null if there is none. */
export const acceptedProposal = ({ proposal }: Pick<Campaign, 'proposal'>) =>
  proposal?.acceptedAt === undefined ? null : proposal;
