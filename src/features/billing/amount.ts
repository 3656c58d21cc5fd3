import * as v from 'valibot';
import { maximumFundsCents } from '#contract/billing.ts';
import { minimumFundsCents } from '#contract/bounds.ts';
import { formatUsd } from '#domain/money.ts';

/** Dollars as they are typed, to cents. Grouping commas, spaces and a pasted `$` are no mistake. */
export const amountSchema = (name: 'Amount' | 'Initial funding') =>
  v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/[\s,$]/g, '')),
    v.nonEmpty(`${name} is required`),
    v.regex(/^(\d+\.?\d*|\.\d+)$/, `${name} must be a number`),
    v.transform((typed) => Math.round(Number(typed) * 100)),
    v.minValue(minimumFundsCents, `${name} must be at least $${minimumFundsCents / 100}`),
    v.maxValue(maximumFundsCents, `${name} must be at most ${formatUsd(maximumFundsCents)}`),
  );

const schema = amountSchema('Amount');

/** The cents of what is typed; null where it can't be paid. */
export function centsOf(typed: string): number | null {
  const { success, output } = v.safeParse(schema, typed);
  return success ? output : null;
}
