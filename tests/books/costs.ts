import { eq } from 'drizzle-orm';
import { brandScope } from '#server/database/brand-scope.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { readBrand } from '#server/services/accounts/brands.ts';
import { readCampaignsById } from '#server/services/campaigns/campaigns.ts';
import { readPay } from '#server/services/creators/pay.ts';
import { readCosts, readSpend } from '#server/services/figures/campaign-spend.ts';
import { balancesOf, type LedgerAccount } from '#server/services/ledger/ledger.ts';
import { auditLedger } from '#server/services/ledger/payments/ledger-audit.ts';
import { earnedBy } from './checks.ts';
import type { KnownCampaign, Life } from './life.ts';
import { gainOf, type Seen } from './seen.ts';

const ever = '9999-12-31';
const inOrder = (map: ReadonlyMap<string, number>) =>
  JSON.stringify([...map].filter(([, cents]) => cents > 0).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Compares the costs of a campaign's offers so far with the oracle's. @returns the differences as text */
export async function costFaults({ db }: Life, { brand }: Seen, known: KnownCampaign): Promise<string[]> {
  const { type, cpmCents, budgetCents, id, name } = known;
  if (type !== 'CPM' || cpmCents === null) return [];
  const scope = brandScope(db, brand.id);
  const terms = { cpmCents, budgetCents };
  const { spentCents, leftCents, budgetDay } = await readSpend(scope, id, terms);
  const costs = inOrder(await readCosts(scope, id, terms, budgetDay));
  const [counted = new Map<string, number>()] = earnedBy(known, budgetCents, ever);
  const sum = [...counted.values()].reduce((total, cents) => total + cents, 0);
  const right = inOrder(counted);
  return [
    ...(costs === right ? [] : [`${name}: offers cost ${costs}, expected ${right}`]),
    ...(spentCents === sum && leftCents === budgetCents - sum ? [] : [`${name}: ${spentCents} spent, expected ${sum}`]),
  ];
}

/** Compares the sums shown to brands, creators and the team with the books. @returns the differences as text */
export async function shownFaults(life: Life, seen: Seen): Promise<string[]> {
  const scope = brandScope(life.db, seen.brand.id);
  const faults = (await auditLedger(life.db)).map(({ message }) => `The audit: ${message}`);
  const balances = await balancesOf(scope);
  for (const account of Object.keys(balances) as LedgerAccount[]) {
    const booked = gainOf(account, seen.entries);
    if (balances[account] !== booked)
      faults.push(`${account} is ${balances[account]}, and its entries sum to ${booked}`);
  }
  const brand = await readBrand(scope);
  const shown = [brand.availableBalanceCents, brand.pendingBalanceCents];
  const booked = [balances.available, balances.pending];
  if (String(shown) !== String(booked)) faults.push(`The brand is shown ${shown}, and ${booked} is booked`);
  const rows = await life.db.select().from(campaigns).where(eq(campaigns.brandId, scope.brandId));
  const listed = await readCampaignsById(
    scope,
    rows.map(({ id }) => id),
  );
  for (const { known, earned } of seen.campaigns) {
    const row = rows.find(({ id }) => id === known.id);
    if (row === undefined) continue;
    const settled = listed.find(({ id }) => id === known.id)?.settlement?.settled;
    if (settled && settled.spentCents !== row.spentCents)
      faults.push(`${known.name} shows ${settled.spentCents} spent`);
    if (known.type !== 'CPM' || known.cpmCents === null) continue;
    const right = row.settledAt === null ? (earnedBy(known, known.budgetCents, ever)[0] ?? new Map()) : earned;
    // Only one offer is checked here: the others' costs are checked elsewhere, and each takes several queries.
    const id = known.offers.findLast(({ post }) => post !== null)?.id;
    if (id === undefined) continue;
    const { earnedCents } = await readPay(scope, row, { cpmCents: seen.brand.cpmCents }, id);
    const own = right.get(id) ?? 0;
    if (earnedCents !== own) faults.push(`${known.name}: ${id} is shown ${earnedCents} cents, expected ${own}`);
  }
  return faults;
}
