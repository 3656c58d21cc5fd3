import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { ledgerEntries, ledgerLines } from '#server/database/tables/ledger-tables.ts';
import { brands } from '#server/database/tables/tables.ts';

interface Window {
  /** Lists only brands whose balance became negative after this time; null lists all. */
  after: Date | null;
  until: Date;
}

interface BrandInDebt {
  id: string;
  name: string;
  email: string;
  availableCents: number;
}

/** Only these entries can make a brand's balance negative. */
const takesBack = ['funds_reversed', 'adjusted'] as const;

/** Returns brands with a negative available balance, lowest first. */
export function readBrandsInDebt(db: Database, { after, until }: Window): Promise<BrandInDebt[]> {
  const suspects = db
    .select({ brandId: ledgerEntries.brandId })
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.kind, [...takesBack]));
  const { brandId, amountCents } = ledgerLines;
  const { createdAt, id } = ledgerEntries;
  const moves = db
    .select({
      ...{ brandId, amountCents, createdAt },
      balance: sql<number>`sum(${amountCents}) over (partition by ${brandId} order by ${createdAt}, ${id})`.as(
        'balance',
      ),
    })
    .from(ledgerLines)
    .innerJoin(ledgerEntries, and(eq(ledgerEntries.brandId, brandId), eq(id, ledgerLines.entryId)))
    .where(and(eq(ledgerLines.account, 'available'), inArray(brandId, suspects), lte(createdAt, until)))
    .as('moves');
  const available = sql`sum(${moves.amountCents})`.mapWith(Number);
  const fell = sql`max(${moves.createdAt}) filter (where ${moves.balance} < 0 and ${moves.balance} - ${moves.amountCents} >= 0)`;
  return db
    .select({ id: brands.id, name: brands.name, email: brands.email, availableCents: available })
    .from(moves)
    .innerJoin(brands, eq(brands.id, moves.brandId))
    .groupBy(brands.id, brands.name, brands.email)
    .having(and(sql`${available} < 0`, after === null ? undefined : sql`${fell} > ${after.toISOString()}`))
    .orderBy(available, brands.id);
}
