import { settlementDays } from '#domain/money/spend.ts';
import { addDays, dayOf } from '#domain/time/period.ts';
import { type KnownCampaign, viewsOf } from './life.ts';
import { recount } from './oracle.ts';
import { gainOf, type Seen, total } from './seen.ts';

/** A law of the books. @returns its violations as text */
type Check = (seen: Seen) => string[];
type OfCampaign = Seen['campaigns'][number];

const eachCampaign =
  (check: (of: OfCampaign, seen: Seen) => string[]): Check =>
  (seen) =>
    seen.campaigns.flatMap((of) => check(of, seen).map((words) => `${of.known.name}: ${words}`));

const differs = (what: string, found: unknown, expected: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${what}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`];

const sorted = (map: ReadonlyMap<string, number>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

const entriesBalance: Check = ({ entries }) =>
  entries.flatMap(({ id, kind, lines }) => differs(`sum of ${kind} ${id}`, total(Object.values(lines)), 0));

/** A brand may have spent money that a bank or a correction took back later. */
const nothingIsOwedButWhatWasTakenBack: Check = ({ entries }) => {
  const taken = entries.filter(
    ({ kind, lines }) => /^(funds_reversed|adjusted)$/.test(kind) && (lines.available ?? 0) < 0,
  );
  return (['available', 'pending', 'held', 'campaigns', 'creators'] as const).flatMap((account) => {
    const own =
      gainOf(account, entries) -
      gainOf(
        account,
        taken.filter(() => account === 'available'),
      );
    return own < 0 ? [`${account} is ${own} beside what was taken back`] : [];
  });
};

/** Completed payments add up to a brand's available and reserved money: a campaign's are booked when it is approved. */
const paymentsMatchBalances: Check = ({ entries, payments }) => {
  const complete = payments.filter(({ status }) => status === 'COMPLETED').map(({ amountCents }) => amountCents);
  return differs('sum of payments', total(complete), gainOf('available', entries) + gainOf('held', entries));
};

/** A budget, or a proposal's fees, is reserved once, and then spent or returned once, or still reserved. */
const budgetsAddUp = eachCampaign(({ known, row }, { entries }) => {
  const own = entries.filter(({ campaignId }) => campaignId === known.id);
  // Only a budget can grow several times.
  const kinds = own.flatMap(({ kind }) => (kind === 'budget_topped_up' ? [] : [kind]));
  const returned = gainOf(
    'available',
    own.filter(({ kind }) => kind !== 'budget_held' && kind !== 'budget_topped_up'),
  );
  const [held, funded, spent] = [gainOf('held', own), gainOf('campaigns', own), gainOf('creators', own)];
  const isSettled = row.settledAt !== null;
  const isRunningOut = row.approvalStatus === 'APPROVED' && !isSettled && returned === 0;
  return [
    ...differs(
      'repeated entries',
      kinds.filter((kind, i) => kinds.indexOf(kind) !== i),
      [],
    ),
    ...differs('spent, returned and left', spent + returned + held + funded, known.budgetCents),
    ...differs('held', held, row.approvalStatus === 'PENDING' && row.status === 'ACTIVE' ? known.budgetCents : 0),
    ...differs('on the campaign', funded, isRunningOut ? known.budgetCents : 0),
    ...differs('spent', spent, isSettled ? row.spentCents : 0),
    ...(spent < 0 || spent > known.budgetCents ? [`${spent} cents were spent of ${known.budgetCents}`] : []),
    // Only the brand pays fees that it has accepted.
    ...differs('paid by the provider', gainOf('provider', own), 0),
  ];
});

/**
 * Earnings of a campaign's offers until a day, in cents, by the oracle: one result for each possible order of its
 * figures.
 */
export function earnedBy(known: KnownCampaign, funded: number, until: string): Map<string, number>[] {
  if (known.type === 'DROP') return [new Map()];
  if (known.type === 'FLAT_FEE') {
    const paid = known.offers.filter(({ isApproved }) => isApproved && known.feeCents > 0);
    return [new Map(paid.map(({ id }) => [id, known.feeCents]))];
  }
  const terms = { cpmCents: known.cpmCents ?? 0, budgetCents: funded, until };
  const views = [viewsOf(known), ...(known.viewsBefore === null ? [] : [known.viewsBefore])];
  return views.map((each) => recount(each, terms));
}

const settlementsAreRight = eachCampaign(({ known, row, earned }, { entries }) => {
  const { settledAt, countedUntil, spentCents } = row;
  if (settledAt === null || countedUntil === null || known.frozen !== null) return [];
  const own = entries.filter(({ campaignId, kind }) => campaignId === known.id && kind !== 'campaign_settled');
  const right = earnedBy(known, gainOf('campaigns', own), countedUntil).map(sorted);
  const found = sorted(earned);
  const isRight = right.some((each) => differs('', found, each).length === 0);
  const lastDay = addDays(dayOf(settledAt), known.countsToday ? 0 : -1);
  const dueMs = Date.parse(row.endedAt ?? '') + settlementDays * 86_400_000;
  return [
    ...(isRight ? [] : differs('earnings', found, right[0])),
    ...differs('sum of earnings', total(earned.values()), spentCents),
    ...differs('last counted day', countedUntil, lastDay),
    ...(known.isSettledEarly || Date.parse(settledAt) >= dueMs
      ? []
      : [`was settled ${settledAt}, but ended ${row.endedAt}`]),
  ];
});

const settlementsStay = eachCampaign(({ known, row: { settledAt, countedUntil, spentCents }, earned }) => {
  if (known.frozen === null)
    return settledAt !== null || earned.size === 0 ? [] : ['has earnings before its settlement'];
  const { frozen } = known;
  return [
    ...differs('earnings later', sorted(earned), sorted(frozen.earnings)),
    ...differs('spend later', [spentCents, countedUntil], [frozen.spentCents, frozen.countedUntil]),
  ];
});

const endsStay = eachCampaign(({ known, row }) =>
  known.endedAt === null ? [] : differs('end later', row.endedAt, known.endedAt),
);

export const checks: readonly Check[] = [
  ...[entriesBalance, nothingIsOwedButWhatWasTakenBack, paymentsMatchBalances],
  ...[budgetsAddUp, settlementsAreRight, settlementsStay, endsStay],
];

/** Stores the frozen sums of settlements, which must stay the same from then on. */
export function noteSettlements({ campaigns }: Seen): void {
  for (const { known, row, earned } of campaigns) {
    known.viewsBefore = null;
    known.endedAt ??= row.endedAt;
    if (known.frozen !== null || row.settledAt === null) continue;
    known.frozen = { spentCents: row.spentCents ?? 0, countedUntil: row.countedUntil ?? '', earnings: earned };
  }
}
