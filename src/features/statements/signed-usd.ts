import { formatUsd } from '#domain/money/money.ts';

/** "+$500.00" or "-$500.00": a plus marks incoming money. */
export const signedUsd = (cents: number): string => `${cents > 0 ? '+' : ''}${formatUsd(cents)}`;
