import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { brandScope } from '#server/database/brand-scope.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { ledgerLines } from '#server/database/tables/ledger-tables.ts';
import { balancesOf } from '#server/services/ledger/ledger.ts';
import { auditLedger } from '#server/services/ledger/payments/ledger-audit.ts';

/** Balances of a brand without entries. */
export const emptyBooks = { available: 0, pending: 0, held: 0, campaigns: 0, creators: 0, provider: 0, adjustments: 0 };

/** Reads a brand's account balances. @throws if an entry of any brand doesn't sum to zero */
export async function booksOf(db: Database, brandId: string) {
  const unbalanced = await rowsOf(
    db,
    sql`select entry_id from ${ledgerLines} group by brand_id, entry_id having sum(amount_cents) <> 0`,
  );
  expect(unbalanced).toEqual([]);
  return balancesOf(brandScope(db, brandId));
}

/** Finds contradictions in a brand's ledger. */
export const auditOf = async (db: Database, brandId: string) =>
  (await auditLedger(db)).filter((finding) => finding.brandId === brandId);
