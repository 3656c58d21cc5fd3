import { formatUsd } from '#domain/money.ts';

/** "+$500.00" or "-$500.00": the sign tells what came in. */
export const signedUsd = (cents: number): string => `${cents > 0 ? '+' : ''}${formatUsd(cents)}`;
