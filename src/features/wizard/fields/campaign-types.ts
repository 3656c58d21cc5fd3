import { formatUsd } from '#domain/money/money.ts';
import { reservedCents } from '../draft/budget.ts';
import type { DraftFields } from '../draft/draft.ts';

/** Campaign types in the order in which they are offered. */
export const campaignTypeTexts = [
  { type: 'CPM', label: 'By views', text: 'You set a budget and pay for each thousand views.' },
  {
    type: 'FLAT_FEE',
    label: 'Flat fee',
    text: 'You pay a fee for each approved post. We’ll propose a fee, and your balance doesn’t change until you accept it.',
  },
  { type: 'DROP', label: 'Product drop', text: 'Creators get your product instead of money. You don’t need a budget.' },
] as const;

type Fields = Pick<DraftFields, 'campaignType' | 'product' | 'budget'>;

/** Describes a draft's pay for creators in one sentence. */
export function payWords(fields: Fields, { cpmCents }: { cpmCents: number }): string {
  switch (fields.campaignType) {
    case 'CPM':
      return `${formatUsd(cpmCents)} per thousand views, at most ${formatUsd(reservedCents(fields))} in total`;
    case 'FLAT_FEE':
      return 'A flat fee for each approved post, which we’ll propose after our review';
    case 'DROP':
      return `${fields.product.trim() || 'Your product'}: one per creator, no cash payment`;
  }
}
