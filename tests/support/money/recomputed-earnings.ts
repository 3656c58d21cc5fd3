import { csvReader } from '#domain/statements/csv.ts';

/** Columns of the figures: cumulative views of each post at the end of a day, for posts newer than their campaign. */
export const figureColumns = ['day', 'postId', 'offerId', 'viewCount'] as const;
/** Columns of the earnings: one row for each offer of a settled campaign with earnings. */
export const earningColumns = ['offerId', 'amountCents', 'paidAt'] as const;

type Views = Map<string, bigint>;

/**
 * Computes an offer's earnings by the end of each day, and its cleared and paid amounts, from two CSV files alone and
 * without any of the statement code, as a creator comparing the two would.
 */
export function recomputedEarnings(
  csv: { figures: string; earnings: string },
  offerId: string,
  { cpmCents, budgetCents }: { cpmCents: number; budgetCents: number },
): { byDay: Map<string, number>; clearedCents: number; paidCents: number } {
  const figures = rowsOf(csv.figures, figureColumns).sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const counts = new Map<string, { offer: string; views: bigint }>();
  const cost = (views: bigint) => Math.min(budgetCents, Math.max(0, Number((views * BigInt(cpmCents)) / 1000n)));
  const byDay = new Map<string, number>();
  let [before, isUsedUp, earned]: [Views, boolean, number] = [new Map(), false, 0];
  for (const day of new Set(figures.map(([at = '']) => at))) {
    for (const [at, post = '', offer = '', views = ''] of figures)
      if (at === day) counts.set(post, { offer, views: BigInt(views) });
    const now: Views = new Map();
    for (const { offer, views } of counts.values()) now.set(offer, (now.get(offer) ?? 0n) + views);
    const [spentBefore, spent] = [cost(total(before)), cost(total(now))];
    if (!isUsedUp && spent < budgetCents) earned = share(spent, now, offerId);
    else if (!isUsedUp) {
      const gained: Views = new Map([...now].map(([id, views]) => [id, views - (before.get(id) ?? 0n)]));
      earned = share(spentBefore, before, offerId) + share(spent - spentBefore, gained, offerId);
      isUsedUp = true;
    }
    byDay.set(day, earned);
    before = now;
  }
  const [, amount = '0', paidAt = ''] = rowsOf(csv.earnings, earningColumns).find(([id]) => id === offerId) ?? [];
  return { byDay, clearedCents: Number(amount), paidCents: paidAt === '' ? 0 : Number(amount) };
}

/**
 * An offer's share of an amount by views: the remainder is distributed by the largest fractions, then by the smaller
 * ids.
 */
function share(cents: number, views: Views, offerId: string): number {
  const parts = [...views].filter(([, each]) => each > 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  const [whole, all] = [(each: bigint) => (BigInt(cents) * each) / all, total(new Map(parts))];
  const rest = (each: bigint) => BigInt(cents) * each - whole(each) * all;
  const rank = parts.toSorted(([, a], [, b]) => Number(rest(b) - rest(a))).findIndex(([id]) => id === offerId);
  const left = BigInt(cents) - parts.reduce((sum, [, each]) => sum + whole(each), 0n);
  return rank < 0 ? 0 : Number(whole(views.get(offerId) ?? 0n)) + (BigInt(rank) < left ? 1 : 0);
}

const total = (views: Views) => [...views.values()].reduce((sum, each) => sum + each, 0n);

function rowsOf(csv: string, columns: readonly string[]): string[][] {
  const reader = csvReader();
  const [header, ...records] = [...reader.push(csv), ...reader.end()].map(({ cells }) => cells);
  if (header?.join() !== columns.join()) throw new Error(`Expected the columns ${columns.join()}`);
  return records;
}
