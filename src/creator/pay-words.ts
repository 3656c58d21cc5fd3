import type { CreatorOffer } from '#contract/creator.ts';
import { formatUsd } from '#domain/money.ts';

/** "$8" rather than "$8.00": a price in a sentence. */
export const priceText = (cents: number): string => formatUsd(cents).replace(/\.00$/, '');

/** The most that a post can earn matters until the offer ends, and only while something is left to earn. */
function mostTerms({ pay, ended }: Pick<CreatorOffer, 'pay' | 'ended'>): string[] {
  if (pay.kind !== 'per-thousand-views' || ended !== null) return [];
  return pay.mostCents ? [`Up to ${priceText(pay.mostCents)} for this post`] : [];
}

/** The pay in plain words: the line that is read first, and the terms below it. */
export function payWords(offer: Pick<CreatorOffer, 'pay' | 'campaign' | 'ended'>): { what: string; terms: string[] } {
  const { pay, campaign } = offer;
  switch (pay.kind) {
    case 'per-thousand-views':
      return {
        what: `${priceText(pay.cpmCents)} per 1,000 views`,
        terms: [
          ...mostTerms(offer),
          campaign.endAt === null
            ? 'Views count until the campaign’s budget is used up'
            : 'Views count until the campaign ends',
        ],
      };
    case 'flat-fee':
      return {
        what: pay.cents === null ? 'Flat fee' : `${priceText(pay.cents)} flat fee`,
        terms: [
          ...(pay.cents === null ? ['The amount isn’t set yet. It will appear here.'] : []),
          'Earned once your post is approved, no matter how many views it gets',
        ],
      };
    case 'product':
      return { what: 'The product, yours to keep', terms: ['We’ll ship it to you. There is no cash payment.'] };
  }
}
