import type { CreatorHold, CreatorPay } from '#contract/creator/creator.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import type { brands, campaigns } from '#server/database/tables/tables.ts';
import { readCosts, readSpend, viewTermsOf } from '../figures/campaign-spend.ts';
import { readEarning } from '../ledger/earnings.ts';
import { readOpenHold } from '../ledger/holds.ts';
import { isPostApproved } from '../moves/state/places.ts';

type CampaignRow = typeof campaigns.$inferSelect;
type BrandTerms = Pick<typeof brands.$inferSelect, 'cpmCents'>;

/**
 * Returns the campaign's pay, the offer's earnings so far (null without a post that can earn), and the time at which
 * they were paid.
 */
export async function readPay(
  scope: BrandScope,
  campaign: CampaignRow,
  brand: BrandTerms,
  offerWithPost: string | null,
): Promise<{ pay: CreatorPay; earnedCents: number | null; paidAt: Date | null }> {
  if (campaign.settledAt !== null) {
    const pay = payOf(campaign, brand, 0);
    if (offerWithPost === null || campaign.campaignType === 'DROP') return { pay, earnedCents: null, paidAt: null };
    const { cents, paidAt } = await readEarning(scope, offerWithPost);
    return { pay, earnedCents: cents, paidAt };
  }
  return { ...(await readPayBefore(scope, campaign, brand, offerWithPost)), paidAt: null };
}

/** Returns the hold on an offer's earnings as its creator sees it; null if there is none. */
export async function holdOf(scope: BrandScope, offerId: string): Promise<CreatorHold | null> {
  const hold = await readOpenHold(scope, offerId);
  if (hold === null) return null;
  const { id, heldAt, reason, answers } = hold;
  return {
    ...{ id, since: heldAt.toISOString(), reason },
    answers: answers.map(({ text, at }) => ({ text, at: at.toISOString() })),
  };
}

/** Returns the pay in a campaign that isn't settled yet. */
async function readPayBefore(
  scope: BrandScope,
  campaign: CampaignRow,
  brand: BrandTerms,
  offerWithPost: string | null,
): Promise<{ pay: CreatorPay; earnedCents: number | null }> {
  if (campaign.campaignType !== 'CPM') {
    const pay = payOf(campaign, brand, null);
    if (offerWithPost === null || campaign.campaignType === 'DROP') return { pay, earnedCents: null };
    return { pay, earnedCents: (await isPostApproved(scope, offerWithPost)) ? campaign.feeCents : 0 };
  }
  const terms = viewTermsOf(campaign, brand);
  const { leftCents, budgetDay } = await readSpend(scope, campaign.id, terms);
  const pay = payOf(campaign, brand, leftCents);
  if (offerWithPost === null) return { pay, earnedCents: null };
  const costs = await readCosts(scope, campaign.id, terms, budgetDay);
  return { pay, earnedCents: costs.get(offerWithPost) ?? 0 };
}

function payOf(campaign: CampaignRow, brand: BrandTerms, leftCents: number | null): CreatorPay {
  switch (campaign.campaignType) {
    case 'DROP':
      return campaign.brief.product ? { kind: 'product', product: campaign.brief.product } : { kind: 'product' };
    case 'FLAT_FEE':
      return { kind: 'flat-fee', cents: campaign.feeCents };
    case 'CPM':
      return { kind: 'per-thousand-views', cpmCents: viewTermsOf(campaign, brand).cpmCents, leftCents };
  }
}
