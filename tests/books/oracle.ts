// An independent count of earnings, following docs/decisions/0059-one-owner-of-each-cent.md and 0046.
// It shares no code with src/domain/money/spend.ts and no SQL with the server, so a fault goes unnoticed only if made
// twice.

/** Views that an offer gained on a day (UTC); negative if a platform corrected them. */
export interface DayViews {
  offerId: string;
  day: string;
  views: number;
}

/** The views of a post by day, from its cumulative counts: only those gained in its campaign. */
export function viewsByDay(
  counts: ReadonlyMap<string, number>,
  { postedDay, firstDay }: { postedDay: string; firstDay: string },
): { day: string; views: number }[] {
  let before = postedDay >= firstDay ? 0 : null;
  const gained: { day: string; views: number }[] = [];
  for (const [day, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (day >= firstDay && before !== null) gained.push({ day, views: count - before });
    before = count;
  }
  return gained;
}

interface Terms {
  cpmCents: number;
  budgetCents: number;
  /** The last day that counts. */
  until: string;
}

const sum = (all: readonly { views: number }[]) => all.reduce((total, { views }) => total + views, 0);

/** Earnings of each offer, in cents. */
export function recount(all: readonly DayViews[], { cpmCents, budgetCents, until }: Terms): Map<string, number> {
  const costOf = (some: readonly DayViews[]) =>
    Math.max(0, Math.min(budgetCents, Number((BigInt(sum(some)) * BigInt(cpmCents)) / 1000n)));
  const counted = all.filter(({ day }) => day <= until);
  const days = [...new Set(counted.map(({ day }) => day))].sort();
  const budgetDay = days.find((last) => costOf(counted.filter(({ day }) => day <= last)) === budgetCents);
  const before = counted.filter(({ day }) => budgetDay === undefined || day < budgetDay);
  const onIt = counted.filter(({ day }) => day === budgetDay);
  const earned = new Map<string, number>();
  for (const [cents, views] of [
    [costOf(before), before],
    [costOf([...before, ...onIt]) - costOf(before), onIt],
  ] as const) {
    for (const { offerId, share } of shares(cents, views)) earned.set(offerId, (earned.get(offerId) ?? 0) + share);
  }
  return new Map([...earned].filter(([, cents]) => cents > 0));
}

/** Whole cents in proportion to views: the largest remainders first, then the smaller offer IDs. */
function shares(cents: number, views: readonly DayViews[]): { offerId: string; share: number }[] {
  const ids = [...new Set(views.map(({ offerId }) => offerId))].sort();
  const offers = ids
    .map((offerId) => ({ offerId, views: sum(views.filter((each) => each.offerId === offerId)) }))
    .filter((offer) => offer.views > 0);
  const all = BigInt(sum(offers));
  const exact = offers.map(({ offerId, views: own }) => ({ offerId, product: BigInt(cents) * BigInt(own) }));
  let left = cents - exact.reduce((given, { product }) => given + Number(product / all), 0);
  const inTurn = exact.toSorted((a, b) => Number((b.product % all) - (a.product % all)));
  return inTurn.map(({ offerId, product }) => ({ offerId, share: Number(product / all) + (left-- > 0 ? 1 : 0) }));
}
