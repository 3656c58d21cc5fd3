// Numbers are formatted by hand, since the first use of Intl.NumberFormat takes 40 ms on a phone.

/** Digits of an integer in groups of three. */
const groupDigits = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');

/** Cents as US dollars: 123456 is "$1,234.56". */
export function formatUsd(cents: number): string {
  const all = Math.round(Math.abs(cents));
  const rest = String(all % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}$${groupDigits(Math.floor(all / 100))}.${rest}`;
}

/** An integer in groups: "1,234,567". */
export const formatCount = (count: number): string => (count < 0 ? `-${groupDigits(-count)}` : groupDigits(count));

const units = ['', 'k', 'M', 'B', 'T'];

/** A non-negative integer with three significant digits: "1.23M", "32.4k". */
export function formatCompact(count: number): string {
  const step = 10 ** Math.max(0, String(count).length - 3);
  const rounded = Math.round(count / step) * step;
  // Use the unit of the rounded number: 999,999 is 1M, not 1000k.
  const power = Math.min(units.length - 1, Math.floor((String(rounded).length - 1) / 3));
  return `${rounded / 1000 ** power}${units[power]}`;
}
