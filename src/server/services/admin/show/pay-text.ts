import type { CreatorPay } from '#contract/creator/creator.ts';
import { formatUsd } from '#domain/money/money.ts';

/** Describes a creator's pay in a sentence. */
export function payText(pay: CreatorPay): string {
  switch (pay.kind) {
    case 'product':
      return pay.product === undefined ? 'the product' : `the product: ${pay.product}`;
    case 'flat-fee':
      return pay.cents === null ? 'a flat fee that isn’t set' : `${formatUsd(pay.cents)} flat fee`;
    case 'per-thousand-views': {
      const left = pay.leftCents === null ? '' : `, ${formatUsd(pay.leftCents)} left in the budget`;
      return `${formatUsd(pay.cpmCents)} per 1,000 views${left}`;
    }
  }
}
