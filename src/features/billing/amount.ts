import * as v from 'valibot';
import { maximumFundsCents } from '#contract/brand/billing.ts';
import { minimumFundsCents } from '#contract/wire/bounds.ts';
import { formatUsd } from '#domain/money/money.ts';
import { amountProblem, readAmount } from '#domain/money/typed-amount.ts';

/** Parses typed dollars to cents. */
export const amountSchema = (name: 'Amount' | 'Initial funding', minimumCents = minimumFundsCents) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const read = readAmount(dataset.value);
      if ('cents' in read) return read.cents;
      addIssue({ message: amountProblem(name, read) });
      return NEVER;
    }),
    v.minValue(minimumCents, `${name} must be at least $${minimumCents / 100}`),
    v.maxValue(maximumFundsCents, `${name} must be at most ${formatUsd(maximumFundsCents)}`),
  );

const schema = amountSchema('Amount');

/** The typed amount in cents; null if it can't be paid. */
export function centsOf(typed: string): number | null {
  const { success, output } = v.safeParse(schema, typed);
  return success ? output : null;
}
