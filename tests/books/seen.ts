import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/database/database.ts';
import { earnings, ledgerEntries, ledgerLines } from '#server/database/tables/ledger-tables.ts';
import { campaigns, payments } from '#server/database/tables/tables.ts';
import type { LedgerAccount } from '#server/services/ledger/ledger.ts';
import type { KnownBrand, KnownCampaign, Life } from './life.ts';

export interface SeenEntry {
  id: string;
  kind: typeof ledgerEntries.$inferSelect.kind;
  campaignId: string | null;
  lines: Partial<Record<LedgerAccount, number>>;
}

type Row<K extends keyof typeof campaigns.$inferSelect> = Pick<typeof campaigns.$inferSelect, K>;
type SeenCampaign = Row<'id' | 'approvalStatus' | 'status' | 'countedUntil' | 'spentCents'> & {
  endedAt: string | null;
  settledAt: string | null;
};

interface Tables {
  entries: SeenEntry[];
  campaigns: SeenCampaign[];
  earnings: Pick<typeof earnings.$inferSelect, 'offerId' | 'campaignId' | 'amountCents'>[];
  payments: Pick<typeof payments.$inferSelect, 'amountCents' | 'kind' | 'status' | 'statusReason'>[];
}

/** A brand's money according to its tables at an instant. */
export interface Seen extends Pick<Tables, 'entries' | 'payments'> {
  brand: KnownBrand;
  campaigns: { known: KnownCampaign; row: SeenCampaign; earned: ReadonlyMap<string, number> }[];
}

/** Uses one query: a life runs it after every step, and most of a query's cost is its overhead. */
async function readTables(db: Database, brandId: string): Promise<Tables> {
  const listOf = (object: ReturnType<typeof sql>, from: ReturnType<typeof sql>) =>
    sql`(select coalesce(json_agg(json_build_object(${object})), '[]') from ${from} where t.brand_id = ${brandId})`;
  const [tables] = await rowsOf<Tables & Record<string, unknown>>(
    db,
    sql`select ${listOf(
      sql`'id', t.id, 'kind', t.kind, 'campaignId', t.campaign_id, 'lines', (select json_object_agg(l.account, l.amount_cents)
        from ${ledgerLines} l where l.brand_id = t.brand_id and l.entry_id = t.id)`,
      sql`${ledgerEntries} t`,
    )} as entries, ${listOf(
      sql`'id', t.id, 'approvalStatus', t.approval_status, 'status', t.status, 'countedUntil', t.counted_until,
        'spentCents', t.spent_cents, 'endedAt', t.ended_at, 'settledAt', t.settled_at`,
      sql`${campaigns} t`,
    )} as campaigns, ${listOf(
      sql`'offerId', t.offer_id, 'campaignId', t.campaign_id, 'amountCents', t.amount_cents`,
      sql`${earnings} t`,
    )} as earnings, ${listOf(
      sql`'amountCents', t.amount_cents, 'kind', t.kind, 'status', t.status, 'statusReason', t.status_reason`,
      sql`${payments} t`,
    )} as payments`,
  );
  if (tables === undefined) throw new Error('A query without a row');
  return tables;
}

export async function readSeen({ db }: Life, brand: KnownBrand): Promise<Seen> {
  const { entries, payments, ...tables } = await readTables(db, brand.id);
  const seen = brand.campaigns.flatMap((known) => {
    const row = tables.campaigns.find(({ id }) => id === known.id);
    if (row === undefined) return [];
    const own = tables.earnings.filter(({ campaignId }) => campaignId === known.id);
    return [{ known, row, earned: new Map(own.map(({ offerId, amountCents }) => [offerId, amountCents])) }];
  });
  return { brand, entries, payments, campaigns: seen };
}

export const total = (numbers: Iterable<number | undefined>): number => {
  let sum = 0;
  for (const number of numbers) sum += number ?? 0;
  return sum;
};

/** Gain of an account in some entries, in cents. */
export const gainOf = (account: LedgerAccount, entries: readonly SeenEntry[]): number =>
  total(entries.map(({ lines }) => lines[account]));
