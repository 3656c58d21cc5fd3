import type { CreatorOffer } from '#contract/creator/creator.ts';
import { formatUsd } from '#domain/money/money.ts';
import { settlementDays } from '#domain/money/spend.ts';

/** "$8" rather than "$8.00", for prices in sentences. */
export const priceText = (cents: number): string => formatUsd(cents).replace(/\.00$/, '');

/** The remaining budget only matters until the offer ends. */
function budgetTerms({
  pay,
  ended,
  campaign: { hasEnded },
}: Pick<CreatorOffer, 'pay' | 'ended' | 'campaign'>): string[] {
  if (pay.kind !== 'per-thousand-views' || ended !== null) return [];
  if (pay.leftCents === null || hasEnded) return [];
  if (pay.leftCents === 0) return ['The campaign’s budget is used up'];
  return [`${priceText(pay.leftCents)} left in the campaign’s budget, shared by all creators`];
}

/** The pay in plain words: the headline, and the terms below it. */
export function payText(offer: Pick<CreatorOffer, 'pay' | 'campaign' | 'ended'>): { what: string; terms: string[] } {
  const { pay, campaign } = offer;
  switch (pay.kind) {
    case 'per-thousand-views':
      return {
        what: `${priceText(pay.cpmCents)} per 1,000 views`,
        terms: [
          ...budgetTerms(offer),
          campaign.endAt === null
            ? 'Views count until the campaign’s budget is used up'
            : `Views count until the campaign is settled, at most ${settlementDays} days after it ends`,
        ],
      };
    case 'flat-fee':
      return {
        what: pay.cents === null ? 'Flat fee' : `${priceText(pay.cents)} flat fee`,
        terms: [
          ...(pay.cents === null ? ['The amount isn’t set yet. It will appear here.'] : []),
          'You earn it once your post is approved, no matter how many views it gets',
        ],
      };
    case 'product':
      return {
        what: pay.product === undefined ? 'The product, yours to keep' : `${pay.product}, yours to keep`,
        terms: ['We’ll ship it to you. There is no cash payment.'],
      };
  }
}
