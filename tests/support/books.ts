import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { brandScope } from '#server/database/brand-scope.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { ledgerLines } from '#server/database/ledger-tables.ts';
import { balancesOf } from '#server/services/ledger.ts';

/** Reads the balances of a brand's accounts. @throws if an entry of any brand doesn't sum to zero */
export async function booksOf(db: Database, brandId: string) {
  const unbalanced = await rowsOf(
    db,
    sql`select entry_id from ${ledgerLines} group by brand_id, entry_id having sum(amount_cents) <> 0`,
  );
  expect(unbalanced).toEqual([]);
  return balancesOf(brandScope(db, brandId));
}
