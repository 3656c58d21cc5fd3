import type { CreatorOffer } from '#contract/creator.ts';
import { formatUsd } from '#domain/money.ts';

/** "$8" rather than "$8.00": a price in a sentence. */
export const priceText = (cents: number): string => formatUsd(cents).replace(/\.00$/, '');

/** The pay in plain words: the line that is read first, and the terms below it. */
export function payWords({ pay, campaign }: Pick<CreatorOffer, 'pay' | 'campaign'>): { what: string; terms: string[] } {
  switch (pay.kind) {
    case 'per-thousand-views':
      return {
        what: `${priceText(pay.cpmCents)} for every 1,000 views`,
        terms: [
          ...(pay.mostCents === null ? [] : [`${priceText(pay.mostCents)} at most for this post`]),
          campaign.endAt === null
            ? 'Views count until the campaign’s budget is used up'
            : 'Views count until the campaign ends',
        ],
      };
    case 'flat-fee':
      return {
        what: pay.cents === null ? 'A fixed fee' : `${priceText(pay.cents)}, a fixed fee`,
        terms: [
          ...(pay.cents === null ? ['The amount isn’t set yet; you see it here once it is'] : []),
          'Earned once your post is approved, however many views it gets',
        ],
      };
    case 'product':
      return { what: 'The product, yours to keep', terms: ['It is sent to you; there is no payment in money'] };
  }
}
