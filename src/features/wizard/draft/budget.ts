import type { Brand } from '#contract/brand/brand.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { readAmount } from '#domain/money/typed-amount.ts';
import { hasBudget } from '../wizard-steps.ts';
import type { DraftFields } from './draft.ts';

type Budget = Pick<DraftFields, 'budget' | 'campaignType'>;

/** Cents of a typed budget; null if it isn't an amount. */
export function budgetCentsOf(typed: string): number | null {
  const read = readAmount(typed);
  return 'cents' in read ? read.cents : null;
}

/** The part of the balance that a draft would hold, in cents; 0 without a valid budget. */
export const reservedCents = (fields: Budget): number => (hasBudget(fields) ? (budgetCentsOf(fields.budget) ?? 0) : 0);

/** Budget in cents that is released when this campaign is replaced: only one in review still holds its own. */
export const releasedCentsOf = (replaced: Campaign | null): number =>
  replaced?.approvalStatus === 'PENDING' ? (replaced.cpmBudgetCents ?? 0) : 0;

/** Cents missing from the available balance; 0 or less if there's enough. */
export const missingCents = (fields: Budget, { availableBalanceCents }: Brand, releasedCents: number): number =>
  reservedCents(fields) - availableBalanceCents - releasedCents;
