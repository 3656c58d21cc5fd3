import { formatCompact, formatCount, formatUsd } from '#domain/money.ts';

/** A figure in short and in full; the same where it is short already. */
export interface FigureText {
  short: string;
  exact: string;
}

const signed = (value: number, text: (positive: number) => string) => (value < 0 ? `-${text(-value)}` : text(value));

/** A count, which a correction can have brought below 0: "1.24M" and "1,240,000". */
export const countText = (count: number): FigureText => ({
  short: signed(count, formatCompact),
  exact: formatCount(count),
});

const shortFromCents = 10_000;

/** Cents as US dollars, to the cent below $100: "$12.3k" and "$12,345.67". */
export function usdText(cents: number): FigureText {
  const exact = formatUsd(cents);
  if (Math.abs(cents) < shortFromCents) return { short: exact, exact };
  return { short: signed(cents, (positive) => `$${formatCompact(Math.round(positive / 100))}`), exact };
}
