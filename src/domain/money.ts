const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const exact = new Intl.NumberFormat('en-US');
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** Cents as US dollars: 123456 is "$1,234.56". */
export const formatUsd = (cents: number): string => usd.format(cents / 100);

/** A count, grouped: "1,234,567". */
export const formatCount = (count: number): string => exact.format(count);

/** A count in three figures: "1.23M", "32.4k". */
export const formatCompact = (count: number): string => compact.format(count).replace('K', 'k');
