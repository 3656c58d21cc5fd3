import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { brandScope } from '#server/database/brand-scope.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { ledgerLines } from '#server/database/ledger-tables.ts';
import { balancesOf } from '#server/services/ledger.ts';

/** What a brand's accounts hold, after making sure that every entry of every brand sums to zero. */
export async function booksOf(db: Database, brandId: string) {
  const unbalanced = await rowsOf(
    db,
    sql`select entry_id from ${ledgerLines} group by brand_id, entry_id having sum(amount_cents) <> 0`,
  );
  expect(unbalanced).toEqual([]);
  return balancesOf(brandScope(db, brandId));
}
