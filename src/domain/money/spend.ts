import { addDays, type Day, dayOf } from '../time/period.ts';

/** Price of a thousand views, and the maximum total for all of a campaign's views; null without a budget. */
export interface ViewTerms {
  cpmCents: number;
  budgetCents: number | null;
}

/** Days from a campaign's end to its settlement. Until then, views still count and pending submissions can still be decided. */
export const settlementDays = 30;

/** Final spend of a settled campaign: the last day whose views are charged, and the total. */
export interface SettledSpend {
  countedUntil: Day;
  spentCents: number;
}

/** The last completed day (UTC), since an ongoing day's views still change. */
export const lastWholeDay = (now: Date): Day => addDays(dayOf(now), -1);

/** Cost of this many views in whole cents, capped at the budget. */
export function spendCents(views: number, { cpmCents, budgetCents }: ViewTerms): number {
  return Math.min(budgetCents ?? Number.POSITIVE_INFINITY, Math.max(0, Math.floor((views * cpmCents) / 1000)));
}

/** Events that fix a campaign's spend; each is null until it happens. */
export interface SpendEnd {
  /** The {@link budgetDay}. */
  usedUpOn: Day | null;
  settled: SettledSpend | null;
}

/**
 * Cost of the views that a campaign has gained up to a day, in whole cents. A used-up budget stays used up, even if views drop
 * later. A settled campaign costs its settled total, so views on later days and late figures cost nothing.
 * @param views gained by all of its posts up to that day
 */
export function spentUntil(day: Day, views: number, terms: ViewTerms, { usedUpOn, settled }: SpendEnd): number {
  const usedUpCents = usedUpOn !== null && day >= usedUpOn ? terms.budgetCents : null;
  const cost = usedUpCents ?? spendCents(views, terms);
  if (settled === null) return cost;
  return day >= settled.countedUntil ? settled.spentCents : Math.min(cost, settled.spentCents);
}

/** Minimum number of views that use up the budget; null if no number does. */
export const viewsOfBudget = ({ cpmCents, budgetCents }: ViewTerms): number | null =>
  budgetCents === null || cpmCents <= 0 ? null : Math.ceil((budgetCents * 1000) / cpmCents);

/**
 * The day on which a campaign's views used up its budget; null while some of it is left. Later days' views cost nothing.
 * @param days views gained by all of its posts, by day
 */
export function budgetDay(days: readonly { day: Day; views: number }[], terms: ViewTerms): Day | null {
  const enough = viewsOfBudget(terms);
  if (enough === null) return null;
  let views = 0;
  for (const { day, views: gained } of days.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    views += gained;
    if (views >= enough) return day;
  }
  return null;
}

/**
 * Splits an amount by weight into whole cents that sum to it: largest remainder first, then the smaller id. Only positive weights
 * get a share, so the result is empty if there are none.
 */
export function shareCents(cents: number, weights: ReadonlyMap<string, number>): Map<string, number> {
  const entries = [...weights].filter(([, weight]) => weight > 0);
  const total = BigInt(entries.reduce((sum, [, weight]) => sum + weight, 0));
  // BigInt, since the product of cents and views can exceed the safe integer range.
  const parts = entries.map(([id, weight]) => {
    const product = BigInt(cents) * BigInt(weight);
    return { id, cents: Number(product / total), remainder: product % total };
  });
  parts.sort((a, b) => (a.remainder === b.remainder ? (a.id < b.id ? -1 : 1) : a.remainder > b.remainder ? -1 : 1));
  const left = entries.length === 0 ? 0 : cents - parts.reduce((sum, part) => sum + part.cents, 0);
  return new Map(parts.map((part, place) => [part.id, part.cents + (place < left ? 1 : 0)]));
}

interface OfferViews {
  /** Views gained before the {@link budgetDay}, or until now if there is none, by offer. */
  before: ReadonlyMap<string, number>;
  /** Views gained on that day, by offer. */
  onBudgetDay: ReadonlyMap<string, number>;
}

const sumOf = (views: ReadonlyMap<string, number>) => [...views.values()].reduce((sum, each) => sum + each, 0);

/**
 * Cost of each offer's views, in whole cents. The sum equals the campaign's spend, so each cent belongs to exactly one offer.
 * Spend before the budget day is shared among all views until then, and the rest among the views of that day.
 */
export function costByOffer({ before, onBudgetDay }: OfferViews, terms: ViewTerms): Map<string, number> {
  const spentBefore = spendCents(sumOf(before), terms);
  const spent = spendCents(sumOf(before) + sumOf(onBudgetDay), terms);
  const costs = shareCents(spentBefore, before);
  for (const [id, cents] of shareCents(spent - spentBefore, onBudgetDay)) costs.set(id, (costs.get(id) ?? 0) + cents);
  return costs;
}
