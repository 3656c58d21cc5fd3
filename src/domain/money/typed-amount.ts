/** A typed amount of dollars in cents, or why it isn't one. */
export type TypedAmount = { cents: number } | { problem: 'empty' | 'not-a-number' | 'too-precise' };

/**
 * Reads an amount of dollars as people type or paste it: blanks, `$` and commas between thousands are no mistake. A fraction of a cent
 * is one, and so is a comma elsewhere: "100,50" isn't ten thousand.
 */
export function readAmount(typed: string): TypedAmount {
  const digits = typed.replace(/[\s$]/g, '').replace(/(\d),(?=\d{3}(?!\d))/g, '$1');
  if (digits === '') return { problem: 'empty' };
  const [, whole = '', fraction = ''] = /^(\d{0,12})(?:\.(\d*))?$/.exec(digits) ?? [];
  if (whole === '' && fraction === '') return { problem: 'not-a-number' };
  if (fraction.length > 2) return { problem: 'too-precise' };
  return { cents: Number(whole) * 100 + Number(fraction.padEnd(2, '0')) };
}

/** Words for a field whose amount can't be read. */
export const amountProblem = (name: string, { problem }: Extract<TypedAmount, { problem: string }>): string =>
  ({
    empty: `${name} is required`,
    'not-a-number': `${name} must be a number`,
    'too-precise': `${name} can have at most two decimals`,
  })[problem];
