/** A typed dollar amount in cents, or the reason that it is invalid. */
export type TypedAmount = { cents: number } | { problem: 'empty' | 'not-a-number' | 'too-precise' };

/**
 * Parses a typed or pasted dollar amount. Accepts spaces, `$`, and commas between thousands. Rejects fractions of a cent and
 * commas elsewhere: "100,50" must not be read as 10,050.
 */
export function readAmount(typed: string): TypedAmount {
  const digits = typed.replace(/[\s$]/g, '').replace(/(\d),(?=\d{3}(?!\d))/g, '$1');
  if (digits === '') return { problem: 'empty' };
  const [, whole = '', fraction = ''] = /^(\d{0,12})(?:\.(\d*))?$/.exec(digits) ?? [];
  if (whole === '' && fraction === '') return { problem: 'not-a-number' };
  if (fraction.length > 2) return { problem: 'too-precise' };
  return { cents: Number(whole) * 100 + Number(fraction.padEnd(2, '0')) };
}

/** Error message for an invalid amount. */
export const amountProblem = (name: string, { problem }: Extract<TypedAmount, { problem: string }>): string =>
  ({
    empty: `${name} is required`,
    'not-a-number': `${name} must be a number`,
    'too-precise': `${name} can have at most two decimals`,
  })[problem];
