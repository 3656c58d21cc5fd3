import type { CreatorStatement, CreatorStatementLine } from '#contract/creator/creator-money.ts';
import { budgetDay, costByOffer, type ViewTerms } from '../money/spend.ts';
import { allDays, type Day } from '../time/period.ts';

/** Views that an offer's posts gained on a day, in any order. */
export interface OfferGain {
  offerId: string;
  day: Day;
  views: number;
}

/** Settlement of an offer: the last day whose views count, its date, and the final amount. */
export interface SettledOffer {
  countedUntil: Day;
  day: Day;
  cents: number;
}

export const statementNotes = {
  corrected: 'The platform corrected its view count',
  onBudgetDay: 'The budget ran out on this day, so the day’s views share what was left',
  afterBudget: 'Not paid: the budget was already used up',
  correctedAfterBudget: 'The platform corrected its view count. Your earnings stay the same',
  afterSettlement: 'Not paid: the campaign was already settled',
  adjusted: 'Adjusted so that all creators’ earnings add up to the campaign’s spend',
  atSettlement: 'Adjusted to the settled amount: later changes don’t count',
  fee: 'Flat fee',
} as const;

function add(sums: Map<string, number>, key: string, views: number): void {
  sums.set(key, (sums.get(key) ?? 0) + views);
}

/** Days in order, each with the views of its offers. */
function inDays(gains: readonly OfferGain[]): [Day, ReadonlyMap<string, number>][] {
  const days = new Map<Day, Map<string, number>>();
  for (const { offerId, day, views } of gains) {
    const ofDay = days.get(day) ?? new Map<string, number>();
    days.set(day, ofDay);
    add(ofDay, offerId, views);
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1));
}

const sumOf = (views: ReadonlyMap<string, number>) => [...views.values()].reduce((sum, each) => sum + each, 0);

/**
 * Lists an offer's earnings by day. A day's earnings are the offer's cost up to that day minus its cost up to the previous day,
 * as split by {@link costByOffer}. The days therefore sum to the offer's earnings, and cents shifted by other offers' views
 * appear on the next listed day.
 * @param gains of all offers of the campaign
 */
export function viewLines(
  offerId: string,
  gains: readonly OfferGain[],
  terms: ViewTerms,
  settled: SettledOffer | null,
): CreatorStatementLine[] {
  const until = settled?.countedUntil ?? allDays.until;
  const days = inDays(gains);
  const counted = days.filter(([day]) => day <= until);
  const last = budgetDay(
    counted.map(([day, ofDay]) => ({ day, views: sumOf(ofDay) })),
    terms,
  );
  const paidUntil = last ?? counted.at(-1)?.[0] ?? until;
  const before = new Map<string, number>();
  const onBudgetDay = new Map<string, number>();
  const lines: CreatorStatementLine[] = [];
  let cents = 0;
  for (const [day, ofDay] of days) {
    const views = ofDay.get(offerId) ?? 0;
    if (day > paidUntil) {
      if (views !== 0) lines.push({ day, views, earnedCents: 0, note: unpaidNote(views, day > until) });
      continue;
    }
    for (const [id, gained] of ofDay) add(day === last ? onBudgetDay : before, id, gained);
    if (views === 0 && day !== paidUntil) continue;
    const byNow = costByOffer({ before, onBudgetDay }, terms).get(offerId) ?? 0;
    const earnedCents = byNow - cents;
    if (views !== 0 || earnedCents !== 0) lines.push({ day, views, earnedCents, note: paidNote(views, day === last) });
    cents = byNow;
  }
  const difference = settled === null ? 0 : settled.cents - cents;
  if (settled === null || difference === 0) return lines;
  const { day } = settled;
  return [...lines, { day, views: null, earnedCents: difference, note: statementNotes.atSettlement }].sort(byDay);
}

const byDay = (a: CreatorStatementLine, b: CreatorStatementLine) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0);

function paidNote(views: number, isBudgetDay: boolean): string | null {
  if (views < 0) return statementNotes.corrected;
  if (views === 0) return statementNotes.adjusted;
  return isBudgetDay ? statementNotes.onBudgetDay : null;
}

function unpaidNote(views: number, isAfterSettlement: boolean): string {
  if (isAfterSettlement) return statementNotes.afterSettlement;
  return views < 0 ? statementNotes.correctedAfterBudget : statementNotes.afterBudget;
}

interface Params {
  cpmCents: number | null;
  lines: readonly CreatorStatementLine[];
  settledAt: Date | null;
  paidAt: Date | null;
  isHeld: boolean;
}

/** A statement with its totals. Earnings are paid in full, and only after settlement. */
export function creatorStatement({ cpmCents, lines, settledAt, paidAt, isHeld }: Params): CreatorStatement {
  const earnedCents = lines.reduce((sum, line) => sum + line.earnedCents, 0);
  const clearedCents = settledAt === null ? 0 : earnedCents;
  const unpaidCents = paidAt === null ? clearedCents : 0;
  return {
    cpmCents,
    lines: [...lines],
    earnedCents,
    settledAt: settledAt?.toISOString() ?? null,
    clearedCents,
    payments: paidAt === null ? [] : [{ paidAt: paidAt.toISOString(), amountCents: clearedCents }],
    dueCents: isHeld ? 0 : unpaidCents,
    heldCents: isHeld ? unpaidCents : 0,
  };
}
