import { addDays, type Day, dayOf } from '../time/period.ts';

/** Price of a thousand views, and the most that all of a campaign's views may cost. Null without a budget. */
export interface ViewTerms {
  cpmCents: number;
  budgetCents: number | null;
}

/** Days after a campaign's end on which it is settled: views of its posts count until then, and what waits for review can be decided. */
export const settlementDays = 30;

/** Frozen when a campaign is settled: the last day whose views cost anything, and what all of them cost. */
export interface SettledSpend {
  countedUntil: Day;
  spentCents: number;
}

/** The last day that is over: views of a day that goes on still change. */
export const lastWholeDay = (now: Date): Day => addDays(dayOf(now), -1);

/** Cost of so many views in whole cents, never more than the budget. */
export function spendCents(views: number, { cpmCents, budgetCents }: ViewTerms): number {
  return Math.min(budgetCents ?? Number.POSITIVE_INFINITY, Math.max(0, Math.floor((views * cpmCents) / 1000)));
}

/** Days from which a campaign's spend is fixed; null where it isn't. */
export interface SpendEnd {
  /** The {@link budgetDay}. */
  usedUpOn: Day | null;
  settled: SettledSpend | null;
}

/**
 * Cost of the views that a campaign has gained up to a day, in whole cents. A budget that was used up stays so, whatever later days
 * take back. A settled campaign keeps the sum that was settled: views of later days cost nothing, and neither do figures that came late.
 * @param views gained by all of its posts up to that day
 */
export function spentUntil(day: Day, views: number, terms: ViewTerms, { usedUpOn, settled }: SpendEnd): number {
  const usedUpCents = usedUpOn !== null && day >= usedUpOn ? terms.budgetCents : null;
  const cost = usedUpCents ?? spendCents(views, terms);
  if (settled === null) return cost;
  return day >= settled.countedUntil ? settled.spentCents : Math.min(cost, settled.spentCents);
}

/** The fewest views that use up the budget; null where none do. */
export const viewsOfBudget = ({ cpmCents, budgetCents }: ViewTerms): number | null =>
  budgetCents === null || cpmCents <= 0 ? null : Math.ceil((budgetCents * 1000) / cpmCents);

/**
 * The day on which a campaign's views used up its budget; null while some of it is left. Views of later days cost nothing.
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
 * Shares an amount by weights in whole cents that sum to it: largest remainder first, then the smaller id. Only positive weights get a
 * share, so without any the result is empty.
 */
export function shareCents(cents: number, weights: ReadonlyMap<string, number>): Map<string, number> {
  const entries = [...weights].filter(([, weight]) => weight > 0);
  const total = BigInt(entries.reduce((sum, [, weight]) => sum + weight, 0));
  // The product of cents and views can be larger than a number holds exactly.
  const parts = entries.map(([id, weight]) => {
    const product = BigInt(cents) * BigInt(weight);
    return { id, cents: Number(product / total), remainder: product % total };
  });
  parts.sort((a, b) => (a.remainder === b.remainder ? (a.id < b.id ? -1 : 1) : a.remainder > b.remainder ? -1 : 1));
  const left = entries.length === 0 ? 0 : cents - parts.reduce((sum, part) => sum + part.cents, 0);
  return new Map(parts.map((part, place) => [part.id, part.cents + (place < left ? 1 : 0)]));
}

interface OfferViews {
  /** Views gained before the {@link budgetDay}, or by now where there is none, by offer. */
  before: ReadonlyMap<string, number>;
  /** Views gained on that day, by offer. */
  onBudgetDay: ReadonlyMap<string, number>;
}

const sumOf = (views: ReadonlyMap<string, number>) => [...views.values()].reduce((sum, each) => sum + each, 0);

/**
 * Cost of each offer's views, in whole cents. The sum is the campaign's spend, so that each cent has one owner: what was spent
 * before the budget's last day is shared by all views until then, and the rest by the views gained on that day.
 */
export function costByOffer({ before, onBudgetDay }: OfferViews, terms: ViewTerms): Map<string, number> {
  const spentBefore = spendCents(sumOf(before), terms);
  const spent = spendCents(sumOf(before) + sumOf(onBudgetDay), terms);
  const costs = shareCents(spentBefore, before);
  for (const [id, cents] of shareCents(spent - spentBefore, onBudgetDay)) costs.set(id, (costs.get(id) ?? 0) + cents);
  return costs;
}
